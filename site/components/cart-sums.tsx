import type { ReactNode } from 'react'
import type { Cart } from '../lib/cart'
import { problemText } from '../lib/problems'
import { site } from '../lib/site'
import { Sums } from './sums'

interface Props {
  cart: Cart
  /** Stands beside the promo code: what drops it. */
  dropPromo?: ReactNode
}

/** How the total of a cart comes about, and why its promo code does not count where it does not. */
export function CartSums({ cart, dropPromo }: Props) {
  const { t } = site()
  const { promoCode, outcome } = cart
  return (
    <>
      <Sums
        currency={cart}
        original={cart.original}
        discount={cart.discount}
        promo={promoCode}
        total={cart.total}
        label={t(outcome === 'all_available' ? 'cart.total' : 'cart.newTotal')}
        dropPromo={dropPromo}
      />
      {promoCode?.problem && <p className="field-error">{problemText({ code: promoCode.problem })}</p>}
    </>
  )
}

import type { ReactNode } from 'react'
import { totalLabel } from '../order/booking'
import type { Cart } from './cart'
import { problemText } from '../http/problems'
import { Sums } from '../order/sums'

interface Props {
  cart: Cart
  /** Stands beside the promo code: what drops it. */
  dropPromo?: ReactNode
}

/** How the total of a cart comes about, and why its promo code does not count where it does not. */
export function CartSums({ cart, dropPromo }: Props) {
  const { promoCode } = cart
  return (
    <>
      <Sums
        currency={cart}
        original={cart.original}
        discount={cart.discount}
        promo={promoCode}
        total={cart.total}
        label={totalLabel(cart)}
        dropPromo={dropPromo}
      />
      {promoCode?.problem && <p className="field-error">{problemText({ code: promoCode.problem })}</p>}
    </>
  )
}

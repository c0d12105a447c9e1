import type { ReactNode } from 'react'
import { totalLabel } from '../order/booking'
import type { Cart } from './cart'
import { problemText } from '../http/problems'
import { Sums } from '../order/sums'

interface Props {
  cart: Cart
  /** The button beside the promo code that drops it. */
  dropPromo?: ReactNode
}

/** The sums of a cart, and why its promo code does not apply, if it does not. */
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

import type { ReactNode } from 'react'
import { totalLabel } from '../order/booking'
import type { Cart, CartItem } from './cart'
import { problemText } from '../http/problems'
import { Sum } from '../order/sum'
import { Sums } from '../order/sums'
import { Amount } from '../../components/ui/amount'
import { formatMoney } from '../../lib/i18n/format'
import { currency } from '../../lib/money/currency'
import { moneyIn } from '../../lib/money/price'
import { t } from '../../lib/site'

interface Props {
  cart: Cart
  /** Returns the text of an item that is available. */
  itemText: (item: CartItem) => ReactNode
  /** The button beside the promo code that drops it. */
  removePromo?: ReactNode
}

/**
 * The items and sums of a cart, why its promo code does not apply, if it does not, and the amount that is charged, if
 * prices are shown in another currency.
 */
export function CartSums({ cart, itemText, removePromo }: Props) {
  const { promoCode } = cart
  const items = cart.items.filter(({ available }) => available)
  const converted = cart.currency !== currency() && items.length > 0
  return (
    <>
      {items.length > 0 && (
        <ul className="sums summary-items">
          {items.map((item) => (
            <Sum key={item.id} text={itemText(item)} amount={item.price.total} currency={cart} />
          ))}
        </ul>
      )}
      <Sums
        currency={cart}
        original={cart.original}
        discount={cart.discount}
        promo={promoCode}
        total={cart.total}
        label={totalLabel(cart)}
        removePromo={removePromo}
      />
      {promoCode?.problem && <p className="field-error">{problemText({ code: promoCode.problem })}</p>}
      {converted && (
        <p className="notice strong you-pay">
          {t('currency.youPay', { amount: formatMoney(moneyIn(cart, cart.total)) })}
        </p>
      )}
    </>
  )
}

/** The total beside the button that goes on; screen readers have it among the sums. */
export function ProceedTotal({ cart }: Pick<Props, 'cart'>) {
  return (
    <p className="way-on-total" aria-hidden="true">
      <span className="small">{totalLabel(cart)}</span>
      <Amount money={moneyIn(cart, cart.total)} />
    </p>
  )
}

import { moneyIn } from '../../lib/money/price'
import { currencyInText, formatMoney } from '../../lib/i18n/format'
import type { Order } from './order'
import { t } from '../../lib/site'
import { Sums } from './sums'
import { Sum } from './sum'

interface Props {
  order: Order
}

/** The total of an order, and the state of its payment. */
export function OrderMoney({ order }: Props) {
  return (
    <>
      <Sums
        exact
        currency={order}
        original={order.original}
        discount={order.discount}
        promo={order.promoCode ? { code: order.promoCode, discount: order.promoDiscount ?? 0 } : undefined}
        dropped={order.dropped}
        total={order.total - (order.dropped ?? 0)}
        label={t(order.payment.captured > 0 ? 'result.total' : 'cart.total')}
      />
      <MoneyLines order={order} />
      <Rates order={order} />
    </>
  )
}

/** The exchange rates that the order was made with. */
function Rates({ order: { currency, shown, bookings } }: Props) {
  const rates = bookings.flatMap(({ exchanged }) => exchanged ?? [])
  const lines = new Set(
    rates.map(({ currency: from, rate }) =>
      t('result.converted', { from: currencyInText(from), rate: rateText({ from, rate, to: currency }) }),
    ),
  )
  if (shown) {
    const rate = rateText({ from: currency, rate: shown.rate, to: shown.currency })
    lines.add(t('result.shown', { amount: formatMoney(moneyIn(shown, shown.total)), rate }))
  }
  return [...lines].map((line) => (
    <p key={line} className="small muted">
      {line}
    </p>
  ))
}

/** "1 AED = 0.2351 EUR", the same in both languages: isolated from left to right. */
function rateText({ from, rate, to }: { from: string; rate: string; to: string }): string {
  return `\u20661 ${from} = ${rate} ${to}\u2069`
}

/** What was paid, is due and was refunded. */
function MoneyLines({ order }: Props) {
  const { method, status, authorised, captured, refunded, due = 0, refundDue = 0 } = order.payment
  const { writtenOff = 0, refundByShop } = order.payment
  const lines = [
    due > 0 && { text: t('result.due'), amount: due },
    status === 'authorised' && { text: t('result.authorised'), amount: authorised },
    captured > 0 && { text: t(method === 'card' ? 'result.captured' : 'result.paid'), amount: captured },
    refunded > 0 && { text: t('result.refunded'), amount: refunded },
    writtenOff > 0 && { text: t('result.writtenOff'), amount: writtenOff },
    refundDue > 0 && { text: t(refundByShop ? 'result.refundByShop' : 'result.refundDue'), amount: refundDue },
    status === 'voided' && { text: t('result.voided') },
    (status === 'failed' || status === 'none') && { text: t('result.notPaid') },
  ]
  return (
    <ul className="sums">{lines.map((line) => line && <Sum key={line.text} exact currency={order} {...line} />)}</ul>
  )
}

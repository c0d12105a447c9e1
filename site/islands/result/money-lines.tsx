import { Amount } from '../../components/ui/amount'
import { moneyIn } from '../../lib/booking'
import type { Order } from '../../lib/order'
import { site } from '../../lib/site'

interface Props {
  order: Order
}

/** What has become of an order's money, in words. */
export function MoneyLines({ order }: Props) {
  const { t } = site()
  const { status, authorised, captured, refunded, refundDue = 0 } = order.payment
  const lines: { words: string; amount?: number }[] = []
  if (status === 'due') lines.push({ words: t('result.due'), amount: order.total })
  if (status === 'authorised') lines.push({ words: t('result.authorised'), amount: authorised })
  if (captured > 0) lines.push({ words: t('result.captured'), amount: captured })
  if (refunded > 0) lines.push({ words: t('result.refunded'), amount: refunded })
  if (refundDue > 0) lines.push({ words: t('result.refundDue'), amount: refundDue })
  if (status === 'voided') lines.push({ words: t('result.voided') })
  if (status === 'failed' || status === 'none') lines.push({ words: t('result.notPaid') })
  return (
    <ul className="sums">
      {lines.map(({ words, amount }) => (
        <li key={words}>
          <span>{words}</span>
          {amount !== undefined && <Amount money={moneyIn(order, amount)} />}
        </li>
      ))}
    </ul>
  )
}

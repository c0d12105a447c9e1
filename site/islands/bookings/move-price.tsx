import { Amount } from '../../components/ui/amount'
import { moneyIn } from '../../lib/money/price'
import type { Order } from '../../features/order/order'
import { site } from '../../lib/site'
import type { MoveQuote, MoveState } from './use-move'

interface Props {
  order: Order
  quote: MoveQuote | undefined
  move: MoveState
  /** Only the lead traveller is another. */
  renamed: boolean
}

/** The price after a change and the difference: to be paid, or given back. */
export function MovePrice({ order, quote, move, renamed }: Props) {
  const { t } = site()
  if (!move.changed) return <p className="muted">{t(renamed ? 'move.same' : 'move.nothing')}</p>
  if (move.quote.pending) return <p role="status">{t('ticket.checking')}</p>
  if (!quote) return null
  const { label, note } = wordsOf(order, quote)
  return (
    <div role="status">
      <p className="total">
        <span>{t('move.newPrice')}</span>
        <Amount exact money={moneyIn(quote, quote.amount)} />
      </p>
      {label && (
        <p className="total">
          <span>{label}</span>
          <output>
            <Amount exact money={moneyIn(quote, Math.abs(quote.difference))} />
          </output>
        </p>
      )}
      <p className="small muted">{note}</p>
    </div>
  )
}

function wordsOf({ payment }: Order, { difference, paidFirst }: MoveQuote): { label?: string; note: string } {
  const { t } = site()
  if (difference === 0) return { note: t('move.same') }
  const paid = payment.captured > 0 || payment.refundByShop
  if (difference > 0) return { label: t('move.more'), note: t(paidFirst ? 'move.payNext' : 'move.due') }
  if (payment.status === 'authorised') return { label: t('cancel.refund'), note: t('move.released') }
  if (!paid) return { label: t('move.less'), note: t('move.unpaid') }
  return { label: t('cancel.refund'), note: t(payment.refundByShop ? 'cancel.byShop' : 'cancel.within') }
}

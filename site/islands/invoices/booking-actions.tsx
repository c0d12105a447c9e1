import { BookingDocuments } from '../../features/order/booking-documents'
import { ActionLink } from '../../components/ui/action-link'
import { Button } from '../../components/ui/button'
import { Icon, type IconName } from '../../components/ui/icon'
import { clockOf } from '../../features/order/booking'
import { moneyIn } from '../../lib/money/price'
import { deadlineAt } from '../../features/order/cancellation-deadlines'
import { problemText } from '../../features/http/problems'
import { useAction } from '../../features/http/use-action'
import { formatMoney } from '../../lib/i18n/format'
import { paymentAddress, payOrder, type Booking, type Order } from '../../features/order/order'
import { t } from '../../lib/site'
import type { Change } from './change-dialogs'
import { whenText } from './order-name'

interface Props {
  booking: Booking
  order: Order
  /** Opens a dialog. */
  onChange: (dialog: Change['to']) => void
  /** Called with the changed order. */
  onChanged: (order: Order) => void
  /** Called when the order has changed elsewhere. */
  onStale: () => void
}

/** The actions of one booking, and until when it could be moved. */
export function BookingActions({ booking, order, onChange, ...changes }: Props) {
  const { product, transfersUntil, cancellable, movableUntil, moveEnded, pendingMove } = booking
  const { title } = product
  const action = (to: Change['to'], icon: IconName, label: string, name: string) => (
    <ActionLink icon={icon} label={label} aria-label={name} onClick={() => onChange(to)} />
  )
  return (
    <>
      <div className="booked-actions">
        <BookingDocuments booking={booking} order={order} />
        {movableUntil && action('move', 'calendar', t('move.change'), t('move.changeOf', { title }))}
        {transfersUntil && action('pickup', 'bus', t('places.change'), t('places.changeOf', { title }))}
        {cancellable && action('cancel', 'cross', t('invoices.cancel'), t('invoices.cancelOf', { title }))}
      </div>
      {pendingMove && <PendingMove {...{ booking, order, ...changes }} move={pendingMove} />}
      {moveEnded && (
        <p className="small muted">{t('move.ended', { moment: deadlineAt(moveEnded, clockOf(booking)) })}</p>
      )}
    </>
  )
}

interface PendingProps extends Omit<Props, 'onChange'> {
  move: NonNullable<Booking['pendingMove']>
}

/** A move that awaits its payment, and the way to its page; after a failed payment, to another one. */
function PendingMove({ booking, order, move, onChanged, onStale }: PendingProps) {
  const { busy, problem, run } = useAction()
  const page = paymentAddress(move.paymentUrl)
  const pay = async () => {
    const failed = await run(async () => {
      const payable = await payOrder(order.id)
      const address = paymentAddress(payable.bookings.find(({ id }) => id === booking.id)?.pendingMove?.paymentUrl)
      if (address) window.location.assign(address)
      else onChanged(payable)
    })
    // Its time is over, or it is paid.
    if (failed?.code === 'hold_expired' || failed?.code === 'not_possible') onStale()
  }
  return (
    <div className="notice">
      <Icon name="info" />
      <div>
        <p>
          {t('move.pending', {
            when: whenText(move),
            travellers: t('travellers.count', { count: move.travellers }),
            amount: formatMoney(moneyIn(order, move.amount)),
            moment: deadlineAt(move.holdExpiresAt, clockOf(booking)),
          })}{' '}
          {page && (
            <a className="link" href={page}>
              {t('move.payNow')}
            </a>
          )}
        </p>
        {!page && move.retryable && (
          <Button variant="outlined" label={t('move.payNow')} loading={busy} onClick={() => void pay()} />
        )}
        <div role="alert">{problem && <p className="field-error">{problemText(problem)}</p>}</div>
      </div>
    </div>
  )
}

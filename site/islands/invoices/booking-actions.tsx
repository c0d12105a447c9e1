import { BookingDocuments } from '../../features/order/booking-documents'
import { ActionLink } from '../../components/ui/action-link'
import { Icon, type IconName } from '../../components/ui/icon'
import { clockOf } from '../../features/order/booking'
import { moneyIn } from '../../lib/money/price'
import { deadlineAt } from '../../features/order/cancellation-deadlines'
import { formatMoney } from '../../lib/i18n/format'
import { paymentAddress, type Booking, type Order } from '../../features/order/order'
import { t } from '../../lib/site'
import type { Change } from './change-dialogs'
import { whenText } from './order-name'

interface Props {
  booking: Booking
  order: Order
  onChange: (dialog: Change['to']) => void
}

/** The actions of one booking, and until when it could be moved. */
export function BookingActions({ booking, order, onChange }: Props) {
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
      {pendingMove && <PendingMove booking={booking} order={order} move={pendingMove} />}
      {moveEnded && (
        <p className="small muted">{t('move.ended', { moment: deadlineAt(moveEnded, clockOf(booking)) })}</p>
      )}
    </>
  )
}

interface PendingProps extends Omit<Props, 'onChange'> {
  move: NonNullable<Booking['pendingMove']>
}

/** A move that awaits its payment, and the way to its page. */
function PendingMove({ booking, order, move }: PendingProps) {
  const page = paymentAddress(move.paymentUrl)
  return (
    <div className="notice">
      <Icon name="info" />
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
    </div>
  )
}

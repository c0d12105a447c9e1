import { BookingDocuments } from '../../features/order/booking-documents'
import { Icon, type IconName } from '../../components/ui/icon'
import { placeOfTime } from '../../features/order/booking'
import { deadlineAt } from '../../features/order/cancellation-deadlines'
import type { Booking, Order } from '../../features/order/order'
import { site } from '../../lib/site'
import type { Change } from './changes'

interface Props {
  booking: Booking
  order: Order
  onChange: (to: Change['to']) => void
}

/** The actions of one booking, and until when it could be moved. */
export function BookingActions({ booking, order, onChange }: Props) {
  const { t } = site()
  const { product, transfersUntil, cancellable, movableUntil, moveEnded, timeZone } = booking
  const { title } = product
  const action = (to: Change['to'], icon: IconName, label: string, name: string) => (
    <button type="button" className="go link" aria-label={name} onClick={() => onChange(to)}>
      <Icon name={icon} />
      {label}
    </button>
  )
  return (
    <>
      <div className="booked-actions">
        <BookingDocuments booking={booking} order={order} />
        {movableUntil && action('move', 'calendar', t('move.change'), t('move.changeOf', { title }))}
        {transfersUntil && action('pickup', 'bus', t('places.change'), t('places.changeOf', { title }))}
        {cancellable && action('cancel', 'cross', t('invoices.cancel'), t('invoices.cancelOf', { title }))}
      </div>
      {moveEnded && (
        <p className="small muted">
          {t('move.ended', { moment: deadlineAt(moveEnded, { timeZone, name: placeOfTime(booking) }) })}
        </p>
      )}
    </>
  )
}

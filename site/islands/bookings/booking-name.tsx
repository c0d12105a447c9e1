import { fullDay, startText } from '../../features/order/booking'
import type { Booking } from '../../features/order/order'
import { t } from '../../lib/site'

/** The booking that a dialog is about. */
export function BookingName({ booking }: { booking: Booking }) {
  const [date, time] = [fullDay(booking.date), startText(booking)]
  return (
    <p>
      <span className="strong block">{booking.product.title}</span>
      <span className="muted">{time ? t('invoices.start', { date, time }) : date}</span>
    </p>
  )
}

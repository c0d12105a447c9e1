import type { Booking } from '../../features/order/order'
import { whenText } from './order-name'

/** The booking that a dialog is about. */
export function BookingName({ booking }: { booking: Booking }) {
  return (
    <p>
      <span className="strong block">{booking.product.title}</span>
      <span className="muted">{whenText(booking)}</span>
    </p>
  )
}

import { BookingDocuments } from '../../components/booking-documents'
import { Icon } from '../../components/ui/icon'
import type { Booking, Order } from '../../lib/order'
import { site } from '../../lib/site'

interface Props {
  booking: Booking
  order: Order
  onCancel: () => void
  onMove: () => void
}

/** What there is to do with one booking. */
export function BookingActions({ booking, order, onCancel, onMove }: Props) {
  const { t } = site()
  const { product, placesUntil, cancellable } = booking
  const { title } = product
  return (
    <div className="booked-actions">
      <BookingDocuments booking={booking} order={order} />
      {placesUntil && (
        <button type="button" className="go link" aria-label={t('places.changeOf', { title })} onClick={onMove}>
          <Icon name="bus" />
          {t('places.change')}
        </button>
      )}
      {cancellable && (
        <button type="button" className="go link" aria-label={t('invoices.cancelOf', { title })} onClick={onCancel}>
          <Icon name="cross" />
          {t('invoices.cancel')}
        </button>
      )}
    </div>
  )
}

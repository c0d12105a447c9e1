import { BookingDocuments } from '../../components/booking-documents'
import { MapAnchor } from '../../components/map-link'
import { Icon } from '../../components/ui/icon'
import type { Booking, Order } from '../../lib/order'
import { site } from '../../lib/site'

interface Props {
  booking: Booking
  order: Order
  onCancel: () => void
}

/** What there is to do with one booking. */
export function BookingActions({ booking, order, onCancel }: Props) {
  const { t } = site()
  const { product, status, cancellable } = booking
  const { title, latitude, longitude } = product
  const takesPlace = status === 'CONFIRMED' || status === 'PENDING' || status === 'REDEEMED'
  return (
    <div className="booked-actions">
      <BookingDocuments booking={booking} order={order} />
      {takesPlace && latitude !== undefined && longitude !== undefined && (
        <MapAnchor
          latitude={latitude}
          longitude={longitude}
          label={t('invoices.map')}
          name={t('invoices.mapOf', { title })}
        />
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

import { BookingDocuments } from '../../features/order/booking-documents'
import { Icon } from '../../components/ui/icon'
import type { Booking, Order } from '../../features/order/order'
import { site } from '../../lib/site'
import type { Change } from './changes'

interface Props {
  booking: Booking
  order: Order
  onChange: (to: Change['to']) => void
}

/** The actions of one booking. */
export function BookingActions({ booking, order, onChange }: Props) {
  const { t } = site()
  const { product, transfersUntil, cancellable } = booking
  const { title } = product
  const [move, cancel] = [() => onChange('move'), () => onChange('cancel')]
  return (
    <div className="booked-actions">
      <BookingDocuments booking={booking} order={order} />
      {transfersUntil && (
        <button type="button" className="go link" aria-label={t('places.changeOf', { title })} onClick={move}>
          <Icon name="bus" />
          {t('places.change')}
        </button>
      )}
      {cancellable && (
        <button type="button" className="go link" aria-label={t('invoices.cancelOf', { title })} onClick={cancel}>
          <Icon name="cross" />
          {t('invoices.cancel')}
        </button>
      )}
    </div>
  )
}

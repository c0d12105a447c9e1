import { documents, type Booking, type Order } from './order'
import { site } from '../../lib/site'
import { Icon } from '../../components/ui/icon'

interface Props {
  booking: Booking
  order: Order
}

/** The files of a booking: its ticket, and an event for any calendar. */
export function BookingDocuments({ booking: { id, product, status, hasTicket }, order }: Props) {
  const { t } = site()
  const { title } = product
  return (
    <>
      {hasTicket && (
        <a
          className="button button-primary"
          href={documents.ticket(order.id, id)}
          download
          aria-label={t('result.ticketOf', { title })}
        >
          <Icon name="download" />
          {t('result.ticket')}
        </a>
      )}
      {(status === 'CONFIRMED' || status === 'PENDING') && (
        <a
          className="go link"
          href={documents.event(order.id, id)}
          download
          aria-label={t('result.calendarOf', { title })}
        >
          <Icon name="calendar" />
          {t('result.calendar')}
        </a>
      )}
    </>
  )
}

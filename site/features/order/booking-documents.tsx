import { bookingDocuments, type Booking, type Order, invoiceDocument } from './order'
import { t } from '../../lib/site'
import { ActionLink } from '../../components/ui/action-link'
import { Icon } from '../../components/ui/icon'

interface Props {
  booking: Booking
  order: Order
}

/** The files of a booking: its ticket, and an event for any calendar. */
export function BookingDocuments({ booking: { id, product, status, hasTicket }, order }: Props) {
  const { title } = product
  const { ticket, event } = bookingDocuments(order.id, id)
  return (
    <>
      {hasTicket && (
        <a className="button button-primary" href={ticket} download aria-label={t('result.ticketOf', { title })}>
          <Icon name="download" />
          {t('result.ticket')}
        </a>
      )}
      {(status === 'CONFIRMED' || status === 'PENDING') && (
        <ActionLink
          icon="calendar"
          label={t('result.calendar')}
          href={event}
          download
          aria-label={t('result.calendarOf', { title })}
        />
      )}
    </>
  )
}

/** Downloads the invoice of an order, or a summary before there is an invoice. */
export function InvoiceLink({ order }: { order: Order }) {
  return (
    <a className="button button-outlined" href={invoiceDocument(order.id)} download>
      <Icon name="download" />
      {t(order.hasInvoice ? 'result.invoice' : 'result.summary')}
    </a>
  )
}

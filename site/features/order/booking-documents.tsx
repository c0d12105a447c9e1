import type { Booking, Order } from './order'
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
  const files = `${filesUrl(order)}/bookings/${encodeURIComponent(id)}`
  return (
    <>
      {hasTicket && (
        <a
          className="button button-primary"
          href={`${files}/ticket.pdf`}
          download
          aria-label={t('result.ticketOf', { title })}
        >
          <Icon name="download" />
          {t('result.ticket')}
        </a>
      )}
      {(status === 'CONFIRMED' || status === 'PENDING') && (
        <ActionLink
          icon="calendar"
          label={t('result.calendar')}
          href={`${files}/event.ics`}
          download
          aria-label={t('result.calendarOf', { title })}
        />
      )}
    </>
  )
}

/** Returns the address below which the files of an order are. */
const filesUrl = ({ id }: Order) => `/api/v1/orders/${encodeURIComponent(id)}`

/** Downloads the invoice of an order, or a summary before there is an invoice. */
export function InvoiceLink({ order }: { order: Order }) {
  return (
    <a className="button button-outlined" href={`${filesUrl(order)}/invoice.pdf`} download>
      <Icon name="download" />
      {t(order.hasInvoice ? 'result.invoice' : 'result.summary')}
    </a>
  )
}

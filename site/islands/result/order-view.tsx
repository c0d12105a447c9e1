import { BookingDocuments, InvoiceLink } from '../../features/order/booking-documents'
import { BookingTicket } from '../../features/order/booking-ticket'
import { OrderDeadlines } from '../../features/order/order-deadlines'
import { ContactLinks } from '../../components/blocks/contact-links'
import { OrderMoney } from '../../features/order/order-money'
import { ResultTicket } from './result-ticket'
import { momentOf } from '../../features/order/booking'
import { formatMoney } from '../../lib/i18n/format'
import { moneyIn } from '../../lib/money/price'
import type { Order } from '../../features/order/order'
import { t } from '../../lib/site'
import { Actions } from './actions'
import { outcomeOf, type OrderOutcome } from '../../features/order/outcome'
import type { Outcome } from '../../lib/payload.gen'
import { resultText } from './result-text'

interface Props {
  order: Order
  page: Outcome
  slow: boolean
  refresh: () => void
}

/** An order as a stamped ticket: its outcome, each booking, the money and the next steps. */
export function OrderView({ order, page, slow, refresh }: Props) {
  const outcome = outcomeOf(order, page)
  const stuck = slow && outcome === 'in_progress'
  const { stamp, title, text, look, next } = resultText(outcome, order.payment, {
    free: order.total === 0,
    partlyCancelled: order.bookings.some(({ status }) => status !== 'CANCELLED'),
    received: formatMoney(moneyIn(order, order.payment.captured)),
  })
  return (
    <ResultTicket
      look={look}
      stamp={stamp}
      title={stuck ? t('result.slow') : title}
      text={stuck ? t('result.slowText') : text}
      facts={<Facts order={order} outcome={outcome} />}
      actions={<Actions order={order} outcome={outcome} slow={slow} refresh={refresh} />}
    >
      <hr className="tear" />
      <section className="ticket-body" aria-labelledby="bookings">
        <h2 id="bookings">{t('result.contents')}</h2>
        <ul className="booked-list">
          {order.bookings.map((booking) => (
            <BookingTicket key={booking.id} booking={booking} order={order}>
              <div className="booked-actions">
                <BookingDocuments booking={booking} order={order} />
              </div>
            </BookingTicket>
          ))}
        </ul>
      </section>
      <hr className="tear" />
      <section className="ticket-body" aria-labelledby="money">
        <h2 id="money">{t('result.money')}</h2>
        <OrderMoney order={order} />
        {outcomesWithInvoice.includes(outcome) && (
          <p>
            <InvoiceLink order={order} />
          </p>
        )}
      </section>
      <hr className="tear" />
      <section className="ticket-body" aria-labelledby="next">
        <h2 id="next">{t('result.next')}</h2>
        <p>{next}</p>
        {(outcome === 'success' || outcome === 'arranged') &&
          arrivalTexts(order).map((text) => <p key={text}>{text}</p>)}
        {order.buyer.email && <p>{t('result.sentTo', { email: order.buyer.email })}</p>}
        <p className="muted">{t('result.help')}</p>
        <ContactLinks />
      </section>
    </ResultTicket>
  )
}

/** Outcomes that have an invoice. */
const outcomesWithInvoice: OrderOutcome[] = ['success', 'reserved', 'arranged', 'on_hold', 'partial', 'cancelled']

// Outcomes whose date is that of the booking, not of the order.
const bookedOutcomes: OrderOutcome[] = ['success', 'reserved', 'arranged', 'partial']

function Facts({ order, outcome }: { order: Order; outcome: OrderOutcome }) {
  const [first] = order.bookings
  return (
    <>
      <p className="result-reference">
        <span className="muted">{t('result.reference')}</span> <bdi className="strong reference">{order.reference}</bdi>
        {first && (
          <small className="muted block">
            {t(
              bookedOutcomes.includes(outcome) ? 'result.bookedOn' : 'result.orderedOn',
              momentOf(order.createdAt, first),
            )}
          </small>
        )}
      </p>
      <OrderDeadlines order={order} outcome={outcome} />
      {(outcome === 'payment_failed' || outcome === 'unpaid') && order.holdExpiresAt && first && (
        <p>{t('result.heldUntil', momentOf(order.holdExpiresAt, first))}</p>
      )}
    </>
  )
}

/** Returns when to be at the meeting point, and ready for the pickup. */
function arrivalTexts({ bookings }: Order): string[] {
  const live = bookings.filter(({ status }) => status === 'CONFIRMED' || status === 'PENDING')
  return [
    live.some(({ pickup }) => !pickup) && t('places.arriveMeeting'),
    live.some(({ pickup }) => pickup) && t('places.arrivePickup'),
  ].filter((text) => text !== false)
}

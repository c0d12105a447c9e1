import { BookingTicket } from '../../components/booking-ticket'
import { ContactWays } from '../../components/contact-ways'
import { ResultTicket } from '../../components/result-ticket'
import { Sums } from '../../components/sums'
import { placeOfTime } from '../../lib/booking'
import { dayAt, timeAt } from '../../lib/clock'
import { formatDate, formatTime } from '../../lib/format'
import type { Booking, Order } from '../../lib/order'
import { site } from '../../lib/site'
import { Actions } from './actions'
import { MoneyLines } from './money-lines'
import { outcomeOf, stampOf, type Outcome, type ResultPage } from './outcome'
import { wordsOf } from './words'

interface Props {
  order: Order
  page: ResultPage
  slow: boolean
  again: () => void
}

/** An order as a stamped ticket: what became of it, each booking, the money, what to do next. */
export function OrderView({ order, page, slow, again }: Props) {
  const { t } = site()
  const outcome = outcomeOf(order, page)
  const stuck = slow && outcome === 'in_progress'
  const { stamp, title, text, look } = wordsOf(outcome)
  return (
    <ResultTicket
      look={look}
      stamp={stamp}
      title={stuck ? t('result.slow') : title}
      text={stuck ? t('result.slowText') : text}
      facts={<Facts order={order} outcome={outcome} />}
      actions={<Actions order={order} outcome={outcome} slow={slow} again={again} />}
    >
      <hr className="tear" />
      <section className="ticket-body" aria-labelledby="bookings">
        <h2 id="bookings">{t('result.contents')}</h2>
        <ul className="booked-list">
          {order.bookings.map((booking) => (
            <BookingTicket key={booking.id} booking={booking} order={order} {...statusOf(booking, order)} />
          ))}
        </ul>
      </section>
      <hr className="tear" />
      <section className="ticket-body" aria-labelledby="money">
        <h2 id="money">{t('result.money')}</h2>
        <Sums
          currency={order}
          original={order.original}
          discount={order.discount}
          promo={order.promoCode ? { code: order.promoCode, discount: order.promoDiscount ?? 0 } : undefined}
          total={order.total}
          label={t('cart.total')}
        />
        <MoneyLines order={order} />
      </section>
      <hr className="tear" />
      <section className="ticket-body" aria-labelledby="next">
        <h2 id="next">{t('result.next')}</h2>
        <p>{nextOf(outcome)}</p>
        <p className="muted">{t('result.help')}</p>
        <ContactWays />
      </section>
    </ResultTicket>
  )
}

function Facts({ order, outcome }: { order: Order; outcome: Outcome }) {
  const { t } = site()
  const { payBy } = order.payment
  const [first] = order.bookings
  return (
    <>
      <p className="result-reference">
        <span className="muted">{t('result.reference')}</span> <bdi className="strong">{order.reference}</bdi>
        {first && <small className="muted block">{t('result.bookedOn', momentOf(order.createdAt, first))}</small>}
      </p>
      {outcome === 'reserved' && payBy && first && (
        <p className="strong">{t('result.payBy', momentOf(payBy, first))}</p>
      )}
      {(outcome === 'payment_failed' || outcome === 'unpaid') && order.holdExpiresAt && first && (
        <p>{t('result.heldUntil', momentOf(order.holdExpiresAt, first))}</p>
      )}
    </>
  )
}

/** An instant as the clocks of a booking's place show it. */
function momentOf(instant: string, booking: Booking) {
  const at = Date.parse(instant)
  return {
    date: formatDate(dayAt(at, booking.timeZone)),
    time: formatTime(timeAt(at, booking.timeZone)),
    place: site().t('cart.localTime', { city: placeOfTime(booking) }),
  }
}

const looks = {
  CONFIRMED: 'good',
  REDEEMED: 'good',
  RESERVED: 'good',
  PENDING: 'open',
  ON_HOLD: 'open',
  REJECTED: 'bad',
  EXPIRED: 'bad',
  CANCELLED: 'bad',
} as const

function statusOf(booking: Booking, order: Order) {
  const status = stampOf(booking, order)
  return { stamp: site().t(`result.status.${status}`), look: looks[status] }
}

function nextOf(outcome: Outcome): string {
  const { t } = site()
  switch (outcome) {
    case 'success':
      return t('result.nextSuccess')
    case 'reserved':
      return t('result.nextReserved')
    case 'on_hold':
      return t('result.nextOnHold')
    case 'in_progress':
      return t('result.nextInProgress')
    case 'partial':
      return t('result.nextPartial')
    case 'unpaid':
    case 'payment_failed':
      return t('result.nextUnpaid')
    default:
      return t('result.nextFailed')
  }
}

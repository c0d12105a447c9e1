import { BookingDocuments, InvoiceLink } from '../../features/order/booking-documents'
import { BookingTicket } from '../../features/order/booking-ticket'
import { OrderDeadlines } from '../../features/order/order-deadlines'
import { ContactWays } from '../../components/blocks/contact-ways'
import { OrderMoney } from '../../features/order/order-money'
import { ResultTicket } from './result-ticket'
import { momentOf } from '../../features/order/booking'
import { type Order, paymentAddress, payOrder, retryOrder } from '../../features/order/order'
import { t, href, site } from '../../lib/site'
import { outcomeOf, type OrderOutcome, canRetry } from '../../features/order/outcome'
import type { Outcome } from '../../lib/payload.gen'
import { resultText } from './result-text'
import { Button } from '../../components/ui/button'
import { useAction } from '../../features/http/use-action'
import { navigate } from '../../lib/navigation/navigate'
import { problemText } from '../../features/http/problems'
import { useSignInMark } from '../../features/account/use-user'

interface Props {
  order: Order
  page: Outcome
  slow: boolean
  again: () => void
}

/** An order as a stamped ticket: its outcome, each booking, the money and the next steps. */
export function OrderView({ order, page, slow, again }: Props) {
  const outcome = outcomeOf(order, page)
  const stuck = slow && outcome === 'in_progress'
  const { stamp, title, text, look, next } = resultText(outcome, order.payment)
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
        {standing.includes(outcome) && (
          <p>
            <InvoiceLink order={order} />
          </p>
        )}
      </section>
      <hr className="tear" />
      <section className="ticket-body" aria-labelledby="next">
        <h2 id="next">{t('result.next')}</h2>
        <p>{next}</p>
        {(outcome === 'success' || outcome === 'arranged') && arrival(order).map((text) => <p key={text}>{text}</p>)}
        <p>{t('result.sentTo', { email: order.buyer.email })}</p>
        <p className="muted">{t('result.help')}</p>
        <ContactWays />
      </section>
    </ResultTicket>
  )
}

/** Outcomes that have an invoice. */
const standing: OrderOutcome[] = ['success', 'reserved', 'arranged', 'on_hold', 'partial', 'cancelled']

// Outcomes whose date is that of the booking, not of the order.
const booked: OrderOutcome[] = ['success', 'reserved', 'arranged', 'partial']

function Facts({ order, outcome }: { order: Order; outcome: OrderOutcome }) {
  const [first] = order.bookings
  return (
    <>
      <p className="result-reference">
        <span className="muted">{t('result.reference')}</span> <bdi className="strong reference">{order.reference}</bdi>
        {first && (
          <small className="muted block">
            {t(booked.includes(outcome) ? 'result.bookedOn' : 'result.orderedOn', momentOf(order.createdAt, first))}
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
function arrival({ bookings }: Order): string[] {
  const live = bookings.filter(({ status }) => status === 'CONFIRMED' || status === 'PENDING')
  return [
    live.some(({ pickup }) => !pickup) && t('places.arriveMeeting'),
    live.some(({ pickup }) => pickup) && t('places.arrivePickup'),
  ].filter((text) => text !== false)
}

interface ActionsProps {
  order: Order
  outcome: OrderOutcome
  slow: boolean
  again: () => void
}

const bookedOutcomes: OrderOutcome[] = ['success', 'reserved', 'arranged', 'on_hold', 'partial']
const ended: OrderOutcome[] = ['unsuccessful', 'lapsed', 'problem', 'cancelled']
/** The labels of the button that pays, where an order can be paid again. */
const retryTexts = { payment_failed: 'result.retry', reserved: 'result.payNowCard' } as const

/** The actions of a result, the likeliest first. */
function Actions({ order, outcome, slow, again }: ActionsProps) {
  const { listingPath } = site()
  const { busy, problem, run } = useAction()
  const address = paymentAddress(order.payment.url)
  const retry = () =>
    void run(async () => {
      await retryOrder(order.id)
      navigate('/cart')
    })
  const pay = async () => {
    if (await run(() => payAgain(order.id, again))) again()
  }
  const retryText = outcome === 'payment_failed' || outcome === 'reserved' ? retryTexts[outcome] : undefined
  const lost = problem?.code === 'hold_expired' || problem?.code === 'not_possible'
  return (
    <>
      {outcome === 'unpaid' && address && <Button label={t('result.retry')} href={address} />}
      {retryText && order.payment.retryable && !lost && (
        <Button label={t(retryText)} loading={busy} onClick={() => void pay()} />
      )}
      {(lost || canRetry(order)) && <Button label={t('result.backToCart')} loading={busy} onClick={retry} />}
      {outcome === 'in_progress' && <Waiting slow={slow} again={again} address={address} />}
      {bookedOutcomes.includes(outcome) && <Booked order={order} />}
      {ended.includes(outcome) && (
        <a className="go link" href={href(listingPath)}>
          {t('result.more')}
        </a>
      )}
      <div role="alert">{problem && <p className="field-error">{problemText(problem)}</p>}</div>
    </>
  )
}

/** Links to all bookings of a signed-in user, or to the order, which opens in the browser that placed it. */
function Booked({ order }: { order: Order }) {
  const signedIn = useSignInMark() !== ''
  return (
    <a className="go link" href={href(signedIn ? '/invoices' : `/invoices/${encodeURIComponent(order.id)}`)}>
      {t(signedIn ? 'result.bookings' : 'result.booking')}
    </a>
  )
}

/** Opens the payment page; until it exists, the order is polled. */
async function payAgain(id: string, again: () => void): Promise<void> {
  const order = await payOrder(id)
  const address = paymentAddress(order.payment.url)
  if (address) window.location.assign(address)
  else again()
}

function Waiting({ slow, again, address }: { slow: boolean; again: () => void; address: string | null }) {
  return (
    <>
      {slow ? (
        <Button label={t('result.refresh')} onClick={again} />
      ) : (
        <span className="button-spinner" aria-hidden="true" />
      )}
      {slow && address && (
        <a className="go link" href={address}>
          {t('result.payNow')}
        </a>
      )}
    </>
  )
}

import { ActionLink } from '../../components/ui/action-link'
import { lazy, Suspense, useState } from 'react'
import { BookingTicket } from '../../features/order/booking-ticket'
import { OrderDeadlines } from '../../features/order/order-deadlines'
import { ContactLinks } from '../../components/blocks/contact-links'
import { Fact } from '../../features/order/fact'
import { InvoiceLink } from '../../features/order/booking-documents'
import { OrderMoney } from '../../features/order/order-money'
import { resultPath, type Order } from '../../features/order/order'
import { outcomeOf, type OrderOutcome } from '../../features/order/outcome'
import { whenOnline } from '../../lib/navigation/offline'
import { href, t } from '../../lib/site'
import { BookingActions } from './booking-actions'
import type { Change } from './change-dialogs'
import { orderName } from './order-name'
import { OrderedOn, OrderStatus } from './order-card'

// Few visitors change a booking: the dialogs load on demand.
const ChangeDialog = lazy(() =>
  whenOnline(() => import('./change-dialogs')).then((module) => ({ default: module.ChangeDialog })),
)

interface Props {
  order: Order
  onChanged: (order: Order) => void
  onStale: () => void
}

/** An order as its invoice: buyer, outcome, money, and the actions of each booking. */
export function OrderView({ order, onChanged, onStale }: Props) {
  const [change, setChange] = useState<Change>()
  const changed = order.bookings.find(({ id }) => id === change?.bookingId)
  return (
    <div className="order-grid">
      <section className="ticket order-stub" aria-label={orderName(order)}>
        <OrderStub order={order} />
      </section>
      <section className="ticket order-bookings" aria-labelledby="bookings">
        <div className="ticket-body">
          <h2 id="bookings">{t('result.contents')}</h2>
          <ul className="booked-list">
            {order.bookings.map((booking) => (
              <BookingTicket key={booking.id} booking={booking} order={order}>
                <BookingActions
                  {...{ booking, order, onChanged, onStale }}
                  onChange={(to) => setChange({ to, bookingId: booking.id })}
                />
              </BookingTicket>
            ))}
          </ul>
        </div>
      </section>
      <section className="ticket order-money" aria-labelledby="money">
        <div className="ticket-body">
          <h2 id="money">{t('result.money')}</h2>
          <OrderMoney order={order} />
        </div>
        <hr className="tear" />
        <div className="ticket-body">
          <p className="muted">{t('result.help')}</p>
          <ContactLinks />
        </div>
      </section>
      {change && changed && (
        <Suspense>
          <ChangeDialog
            {...{ order, onChanged, onStale }}
            to={change.to}
            booking={changed}
            onClose={() => setChange(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

// Outcomes whose result page offers an action that the invoice does not.
const outcomesWithAction: OrderOutcome[] = [
  'partial',
  'payment_failed',
  'lapsed',
  'unsuccessful',
  'problem',
  'in_progress',
  'unpaid',
]

function OrderStub({ order }: { order: Order }) {
  const { buyer, guest } = order
  const outcome = outcomeOf(order, 'success')
  const result = `${resultPath(order.result) ?? '/checkout/success'}?order=${encodeURIComponent(order.id)}`
  return (
    <>
      <div className="ticket-body">
        <OrderStatus order={order} />
        <OrderDeadlines order={order} outcome={outcome} />
        <dl className="order-details">
          <OrderedOn order={order} />
          {order.hasInvoice && (
            <Fact name={t('invoices.number')}>
              <bdi>{order.invoiceNumber}</bdi>
            </Fact>
          )}
          <Fact name={t('invoices.reference')}>
            <bdi className="strong reference">{order.reference}</bdi>
          </Fact>
          <Person
            title={t('invoices.buyer')}
            name={`${buyer.firstName} ${buyer.lastName}`.trim() || t('invoices.buyerRemoved')}
            email={buyer.email}
            phone={order.buyerPhone ?? ''}
          />
          {guest?.name && <Person title={t('invoices.guest')} {...guest} />}
        </dl>
      </div>
      <hr className="tear" />
      <div className="ticket-body">
        <InvoiceLink order={order} />
        {(outcomesWithAction.includes(outcome) || (outcome === 'reserved' && order.payment.retryable)) && (
          <ActionLink label={t(outcome === 'reserved' ? 'invoices.payNow' : 'invoices.toResult')} href={href(result)} />
        )}
      </div>
    </>
  )
}

/** A person with their contact details. */
function Person({ title, name, email, phone }: Record<'title' | 'name' | 'email' | 'phone', string>) {
  return (
    <Fact name={title}>
      <span className="block">
        <bdi>{name}</bdi>
      </span>
      <span className="block">
        <bdi>{email}</bdi>
      </span>
      <bdi dir="ltr">{phone}</bdi>
    </Fact>
  )
}

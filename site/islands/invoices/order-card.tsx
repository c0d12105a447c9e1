import { Amount } from '../../components/ui/amount'
import { Icon } from '../../components/ui/icon'
import { momentOf } from '../../features/order/booking'
import { moneyIn } from '../../lib/money/price'
import type { Order } from '../../features/order/order'
import { outcomeLooks, outcomeOf } from '../../features/order/outcome'
import { Status } from '../../features/order/status'
import { href, t } from '../../lib/site'
import { orderNumber, whenText } from './order-name'
import { Fact } from '../../features/order/fact'

/** An order in the list, as one link: products, dates, total and outcome. */
export function OrderCard({ order }: { order: Order }) {
  const { bookings, payment } = order
  const [first, ...others] = bookings
  const page = href(`/invoices/${encodeURIComponent(order.id)}`)
  return (
    <li className="order-card ticket">
      <div className="order-card-head">
        <div className="order-card-items">
          <h2 className="order-card-title">
            <a href={page}>{first?.product.title ?? orderNumber(order)}</a>
          </h2>
          {first && <p className="muted">{whenText(first)}</p>}
          {others.map((booking) => (
            <p key={booking.id}>
              <span className="strong block">{booking.product.title}</span>
              <span className="muted">{whenText(booking)}</span>
            </p>
          ))}
        </div>
        <OrderStatus order={order} />
      </div>
      <hr className="tear" />
      <dl className="order-card-facts">
        <OrderedOn order={order} />
        <Fact name={t(order.hasInvoice ? 'invoices.number' : 'invoices.reference')}>
          <bdi>{orderNumber(order)}</bdi>
        </Fact>
        <Fact name={t('invoices.total')} className="order-card-total">
          <Amount exact className="price-amount" money={moneyIn(order, order.total)} />
        </Fact>
        {payment.refunded > 0 && (
          <Fact name={t('result.refunded')}>
            <Amount exact money={moneyIn(order, payment.refunded)} />
          </Fact>
        )}
      </dl>
      <Icon name="arrow" />
    </li>
  )
}

/** The status label of an order. */
export function OrderStatus({ order }: { order: Order }) {
  const outcome = outcomeOf(order, 'success')
  return <Status look={outcomeLooks[outcome]} text={t(`invoices.status.${outcome}`)} />
}

/** The day of an order, by the clock of its first booking's place. */
export function OrderedOn({ order: { bookings, createdAt, hasInvoice } }: { order: Order }) {
  const [first] = bookings
  if (!first) return null
  return <Fact name={t(hasInvoice ? 'invoices.purchased' : 'invoices.ordered')}>{momentOf(createdAt, first).date}</Fact>
}

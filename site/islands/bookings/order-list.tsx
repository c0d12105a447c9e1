import { useLayoutEffect, useRef, useState } from 'react'
import { EmptyTicket } from '../../components/blocks/empty-state'
import { OrdersSkeleton } from './fallback'
import { LoadFailure } from '../../features/http/load-failure'
import { Button } from '../../components/ui/button'
import { type User, keepUser } from '../../features/account/session'
import { site, t, href } from '../../lib/site'
import { useRequest } from '../../features/http/use-request'
import { api, problemOf } from '../../features/http/api'
import type { Order, Booking } from '../../features/order/order'
import { OrderStatus } from '../../features/order/order-status'
import { Amount } from '../../components/ui/amount'
import { Icon } from '../../components/ui/icon'
import { fullDay, momentOf, startText } from '../../features/order/booking'
import { moneyIn } from '../../lib/money/price'
import { numberOf } from './order-name'
import { Fact } from '../../features/order/fact'

/** The orders of the signed-in user, latest first. */
export function OrderList({ user }: { user: User }) {
  const { listingPath } = site()
  const { orders, next, problem, busy, more } = useOrders()
  const list = useFocusOnMore(orders?.length ?? 0)
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <>
      <p className="muted signed-in-as">
        {t('account.signedInAs', { name: name || user.email })}
        {name && (
          <>
            {' · '}
            <bdi>{user.email}</bdi>
          </>
        )}
      </p>
      {!orders && !problem && <OrdersSkeleton status={t('invoices.loading')} />}
      {orders?.length === 0 && (
        <EmptyTicket
          icon="ticket"
          title={t('invoices.none')}
          text={t('invoices.noneText')}
          action={{ path: listingPath, label: t('cart.browse') }}
        />
      )}
      {orders && orders.length > 0 && (
        <ul ref={list} className="order-list">
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </ul>
      )}
      {problem && <LoadFailure problem={problem} onRetry={more} />}
      {next !== undefined && !problem && (
        <p className="order-more">
          <Button variant="outlined" label={t('invoices.more')} loading={busy} onClick={more} />
        </p>
      )}
    </>
  )
}

/** Focuses the first of the orders that were added. */
function useFocusOnMore(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(0)
  useLayoutEffect(() => {
    if (before.current > 0 && count > before.current) {
      list.current?.children[before.current]?.querySelector('a')?.focus()
    }
    before.current = count
  }, [count])
  return list
}

interface Known {
  orders: Order[]
  /** The parameter `before` of the next page. */
  next?: string
}

/** Fetches the signed-in user's orders, page by page; undefined until the first page is there. */
function useOrders() {
  const [page, setPage] = useState<Partial<Known>>({})
  const { orders: before = [], next: from } = page
  const { last, problem, pending, retry } = useRequest<Known>(`from ${from}`, async (signal) => {
    try {
      const { invoices, next } = await api('GET', '/invoices', { query: { before: from }, signal })
      return { orders: [...before, ...invoices], next }
    } catch (error) {
      // The session has ended elsewhere.
      if (problemOf(error).code === 'signed_out') keepUser(null)
      throw error
    }
  })
  const more = () => (last === undefined || last.next === from ? retry() : setPage(last))
  return { ...last, problem, busy: pending, more }
}

/** An order in the list, as one link: products, dates, total and outcome. */
function OrderCard({ order }: { order: Order }) {
  const { bookings, payment } = order
  const [first, ...others] = bookings
  const page = href(`/invoices/${encodeURIComponent(order.id)}`)
  return (
    <li className="order-card ticket">
      <div className="order-card-head">
        <div className="order-card-items">
          <h2 className="order-card-title">
            <a href={page}>{first?.product.title ?? numberOf(order)}</a>
          </h2>
          {first && <p className="muted">{whenOf(first)}</p>}
          {others.map((booking) => (
            <p key={booking.id}>
              <span className="strong block">{booking.product.title}</span>
              <span className="muted">{whenOf(booking)}</span>
            </p>
          ))}
        </div>
        <OrderStatus order={order} />
      </div>
      <hr className="tear" />
      <dl className="order-card-facts">
        {first && (
          <Fact name={t(order.hasInvoice ? 'invoices.purchased' : 'invoices.ordered')}>
            {momentOf(order.createdAt, first).date}
          </Fact>
        )}
        <Fact name={t(order.hasInvoice ? 'invoices.number' : 'invoices.reference')}>
          <bdi>{numberOf(order)}</bdi>
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

function whenOf(booking: Booking): string {
  const date = fullDay(booking.date)
  const time = startText(booking)
  return time ? t('invoices.start', { date, time }) : date
}

import { useLayoutEffect, useRef, useState } from 'react'
import { EmptyTicket } from '../../components/blocks/empty-state'
import { OrdersSkeleton } from './fallback'
import { LoadFailure } from '../../features/http/load-failure'
import { Button } from '../../components/ui/button'
import { type User, publishUser } from '../../features/account/session'
import { dot } from '../../lib/i18n/format'
import { site, t } from '../../lib/site'
import { OrderCard } from './order-card'
import { useRequest } from '../../features/http/use-request'
import { api, problemOf } from '../../features/http/api'
import type { Order } from '../../features/order/order'

/** The orders of the signed-in user, latest first. */
export function OrderList({ user }: { user: User }) {
  const { listingPath } = site()
  const { orders, next, problem, busy, loadMore } = useOrders()
  const list = useFocusOnMore(orders?.length ?? 0)
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <>
      <p className="muted signed-in-as">
        {t('account.signedInAs', { name: name || user.email })}
        {name && (
          <>
            {dot}
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
      {problem && <LoadFailure problem={problem} onRetry={loadMore} />}
      {next !== undefined && !problem && (
        <p className="order-more">
          <Button variant="outlined" label={t('invoices.more')} loading={busy} onClick={loadMore} />
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

interface OrderPage {
  orders: Order[]
  /** The parameter `before` of the next page. */
  next?: string
}

/** Fetches the signed-in user's orders, page by page; undefined until the first page is there. */
function useOrders() {
  const [page, setPage] = useState<Partial<OrderPage>>({})
  const { orders: before = [], next: from } = page
  const { last, problem, pending, retry } = useRequest<OrderPage>(`from ${from}`, async (signal) => {
    try {
      const { invoices, next } = await api('GET', '/invoices', { query: { before: from }, signal })
      return { orders: [...before, ...invoices], next }
    } catch (error) {
      // The session has ended elsewhere.
      if (problemOf(error).code === 'signed_out') publishUser(null)
      throw error
    }
  })
  const loadMore = () => (last === undefined || last.next === from ? retry() : setPage(last))
  return { ...last, problem, busy: pending, loadMore }
}

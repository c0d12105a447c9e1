import { useState } from 'react'
import { useRequest } from '../../features/http/use-request'
import { api, problemOf } from '../../features/http/api'
import type { Order } from '../../features/order/order'
import { keepUser } from '../../features/account/session'

interface Known {
  orders: Order[]
  /** The parameter `before` of the next page. */
  next?: string
}

/** Fetches the signed-in user's orders, page by page; undefined until the first page is there. */
export function useOrders() {
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

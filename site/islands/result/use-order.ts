import { useCallback, useEffect, useState } from 'react'
import { loadCart } from '../../features/cart/cart'
import { resultPath, type OrderResult } from '../../features/order/order'
import { site } from '../../lib/site'
import { forgetGuest } from '../../features/cart/guest'
import { endAttempt } from '../../features/order/idempotency-key'
import { pollOrder, type Seen } from './poll-order'

/** Returns the order's id in the address; null without one. */
export function orderId(): string | null {
  return new URLSearchParams(window.location.search).get('order') || null
}

/** Follows an order; `again` restarts the polling. */
export function useOrder(id: string | null) {
  const [seen, setSeen] = useState<Seen>({})
  const [turn, setTurn] = useState(0)
  useEffect(() => (id === null ? undefined : pollOrder(id, setSeen)), [id, turn])
  const again = useCallback(() => {
    setSeen((before) => ({ order: before.order }))
    setTurn((before) => before + 1)
  }, [])
  const result = seen.order?.result
  useEffect(() => {
    if (result) settle(result)
  }, [result])
  return { seen, again }
}

/** Updates address and cart for a result. */
function settle(result: OrderResult): void {
  const path = resultPath(result)
  if (path === null) return
  window.history.replaceState(window.history.state, '', site().href(path) + window.location.search)
  endAttempt()
  if (result === 'failed') return
  forgetGuest()
  loadCart().catch(() => {})
}

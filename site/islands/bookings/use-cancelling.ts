import { useAction } from '../../features/http/use-action'
import { useRequest } from '../../features/http/use-request'
import { api } from '../../features/http/api'
import type { Order } from '../../features/order/order'

/** The path's parameters are the ids of an order and of its booking. */
const cancellation = '/orders/{orderId}/bookings/{bookingId}/cancellation'

/** Fetches the cancellation quote at once, and cancels the booking. */
export function useCancelling(path: { orderId: string; bookingId: string }, onCancelled: (order: Order) => void) {
  const {
    data: quote,
    problem: unknown,
    pending,
    retry,
  } = useRequest(path.bookingId, (signal) => api('GET', cancellation, { path, signal }))
  const { busy, problem: failure, run } = useAction()
  const changed = failure?.code === 'price_changed'
  const confirm = async () => {
    if (!quote || pending) return
    const { refund } = quote
    // It fails with `price_changed` if the refund has changed.
    const failed = await run(async () => onCancelled(await api('POST', cancellation, { path, body: { refund } })))
    if (failed?.code === 'price_changed') retry()
  }
  const problem = changed ? unknown : (failure ?? unknown)
  return { quote, problem, changed: changed && !pending, busy: busy || (changed && pending), retry, confirm }
}

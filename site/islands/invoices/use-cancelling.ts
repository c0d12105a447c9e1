import { useAction } from '../../features/http/use-action'
import { useRequest } from '../../features/http/use-request'
import { cancelBooking, quoteCancellation, type BookingPath, type Order } from '../../features/order/order'

/** Fetches the cancellation quote at once, and cancels the booking. */
export function useCancelling(path: BookingPath, onCancelled: (order: Order) => void) {
  const {
    data: quote,
    problem: unknown,
    pending,
    retry,
  } = useRequest(path.bookingId, (signal) => quoteCancellation(path, signal))
  const { busy, problem: failure, run } = useAction()
  const changed = failure?.code === 'price_changed'
  const confirm = async () => {
    if (!quote || pending) return
    const failed = await run(async () => onCancelled(await cancelBooking(path, quote.refund)))
    if (failed?.code === 'price_changed') retry()
  }
  const problem = changed ? unknown : (failure ?? unknown)
  return { quote, problem, changed: changed && !pending, busy: busy || (changed && pending), retry, confirm }
}

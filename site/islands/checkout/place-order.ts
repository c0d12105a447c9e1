import { problemOf, type Problem } from '../../features/http/api'
import { cart as store, checkCart, removePromoCode, loadCart, type Cart } from '../../features/cart/cart'
import {
  checkout,
  getOrder,
  paymentAddress,
  resultPath,
  type Buyer,
  type CheckoutInput,
  type Order,
} from '../../features/order/order'
import { sleep } from '../../lib/browser/sleep'
import { confirmedChoice } from '../../features/cart/pending-edits'
import { clearIdempotencyKey, idempotencyKeyFor } from '../../features/order/idempotency-key'

/** OrderAttempt is the result of an attempt to place an order. */
type OrderAttempt =
  | { kind: 'pay'; address: string }
  | { kind: 'result'; path: string }
  /** The cart differs from the one that was shown; the store has the current one. */
  | { kind: 'review'; problem: Problem }
  /** The order is placed; its payment page is not there yet. */
  | { kind: 'late' }
  | { kind: 'failed'; problem: Problem }

const pollInterval = 2000
const pollTimeout = 25_000

/** Places an order for the cart as shown, without items that cannot be booked or a promo code that does not apply. */
export async function placeOrder(shown: Cart, buyer: Buyer, method: CheckoutInput['method']): Promise<OrderAttempt> {
  try {
    const now = await removeUnavailable(shown)
    if (now.total !== shown.total || now.currency !== shown.currency)
      return { kind: 'review', problem: { status: 409, code: 'cart_changed' } }
    const input = { buyer, method, total: shown.total, currency: shown.currency }
    const order = await sendOrder(input, idempotencyKeyFor(fingerprint(now, input)))
    const attempt = await awaitNextStep(order)
    if (attempt.kind !== 'late') clearIdempotencyKey()
    return attempt
  } catch (error) {
    return failedAttempt(problemOf(error))
  }
}

/** Removes the items from the cart that were shown as unavailable. The store may have an edit that was not shown yet. */
async function removeUnavailable(shown: Cart): Promise<Cart> {
  let now = store.get() ?? shown
  if (shown.promoCode?.problem) now = await removePromoCode()
  if (shown.items.some(({ available }) => !available)) now = await checkCart({ dropUnavailable: true })
  return now
}

/** Returns everything that makes one request differ from another. */
function fingerprint({ items, guest, promoCode }: Cart, input: CheckoutInput): string {
  return JSON.stringify([input, items.map((item) => [item.id, confirmedChoice(item)]), guest, promoCode?.code])
}

/** Waits for where the visitor goes on: the payment page, or the result. */
async function awaitNextStep(placed: Order): Promise<OrderAttempt> {
  const deadline = Date.now() + pollTimeout
  for (let now = placed; ;) {
    const path = now.payment.method === 'pay_later' ? '/checkout/success' : resultPath(now.result)
    if (path) return { kind: 'result', path: `${path}?order=${encodeURIComponent(now.id)}` }
    const address = paymentAddress(now.payment.url)
    if (address) return { kind: 'pay', address }
    if (Date.now() + pollInterval > deadline) return { kind: 'late' }
    await sleep(pollInterval)
    // A failed poll leaves the order's state unknown.
    now = await getOrder(now.id).catch(() => now)
  }
}

const cartProblemCodes = [
  'cart_changed',
  'sold_out',
  'cart_empty',
  'method_unavailable',
  'pay_later_too_near',
  'price_changed',
]

async function failedAttempt(problem: Problem): Promise<OrderAttempt> {
  if (!mayHaveSucceeded(problem)) clearIdempotencyKey()
  if (!cartProblemCodes.includes(problem.code)) return { kind: 'failed', problem }
  // Without an answer the cart stays as it was shown.
  await loadCart().catch(() => {})
  return { kind: 'review', problem }
}

/** Reports whether the request may have been carried out in spite of the failure. */
export function mayHaveSucceeded({ status, code }: Problem): boolean {
  return code === 'network' || code === 'in_flight' || status >= 500
}

const giveUpAfter = 40_000
const networkWaits = [1000, 3000, 6000]
const inFlightWait = 2000

/** Sends the order, and again with the same key where there was no answer or the first request is under way. */
export async function sendOrder(input: CheckoutInput, key: string): Promise<Order> {
  const deadline = Date.now() + giveUpAfter
  for (let failures = 0; ;) {
    try {
      return await checkout(input, key)
    } catch (error) {
      const { code } = problemOf(error)
      const wait = code === 'in_flight' ? inFlightWait : code === 'network' ? networkWaits[failures++] : undefined
      if (wait === undefined || Date.now() + wait > deadline) throw error
      await sleep(wait)
    }
  }
}

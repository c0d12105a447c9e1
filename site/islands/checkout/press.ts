import { problemOf, type Problem } from '../../lib/api'
import { cart as store, checkCart, dropPromoCode, loadCart, type Cart } from '../../lib/cart'
import { getOrder, paymentAddress, resultPath, type Buyer, type CheckoutInput, type Order } from '../../lib/order'
import { sleep } from '../../lib/sleep'
import { choiceOf } from '../cart/wishes'
import { endAttempt, keyFor, leavesOpen, order } from './attempt'

/** What a press of the button came to. */
type Pressed =
  | { kind: 'pay'; address: string }
  | { kind: 'result'; path: string }
  /** The cart is not what was shown; the store has it as it is. */
  | { kind: 'review'; problem: Problem }
  /** The order stands, and its payment page is not there yet. */
  | { kind: 'late' }
  | { kind: 'failed'; problem: Problem }

const pageEvery = 2000
const pageWithin = 25_000

/** Orders the cart as it is shown: what cannot be booked stays behind, and a promo code that does not apply as well. */
export async function press(shown: Cart, buyer: Buyer, method: CheckoutInput['method']): Promise<Pressed> {
  try {
    const now = await prepare(shown)
    if (now.total !== shown.total || now.currency !== shown.currency)
      return { kind: 'review', problem: { status: 409, code: 'cart_changed' } }
    const input = { buyer, method, total: shown.total, currency: shown.currency }
    const made = await order(input, keyFor(fingerprint(now, input)))
    const pressed = await afterwards(made)
    if (pressed.kind !== 'late') endAttempt()
    return pressed
  } catch (error) {
    return failed(problemOf(error))
  }
}

/** Leaves behind what was shown as not to be had. */
async function prepare(shown: Cart): Promise<Cart> {
  let now = shown
  if (shown.promoCode?.problem) now = await dropPromoCode()
  if (shown.items.some(({ available }) => !available)) now = await checkCart({ dropUnavailable: true })
  return now
}

/** Everything that makes a request another one. */
function fingerprint({ items, guest, promoCode }: Cart, input: CheckoutInput): string {
  return JSON.stringify([input, items.map((item) => [item.id, choiceOf(item)]), guest, promoCode?.code])
}

async function afterwards(made: Order): Promise<Pressed> {
  const until = Date.now() + pageWithin
  for (let now = made; ;) {
    const path = now.payment.method === 'pay_later' ? '/checkout/success' : resultPath(now.result)
    if (path) return { kind: 'result', path: `${path}?order=${encodeURIComponent(now.id)}` }
    const address = paymentAddress(now.payment.url)
    if (address) return { kind: 'pay', address }
    if (Date.now() + pageEvery > until) return { kind: 'late' }
    await sleep(pageEvery)
    // A poll that fails says nothing of the order.
    now = await getOrder(now.id).catch(() => now)
  }
}

const ofTheCart = ['cart_changed', 'sold_out', 'cart_empty', 'method_unavailable', 'price_changed']

async function failed(problem: Problem): Promise<Pressed> {
  if (!leavesOpen(problem)) endAttempt()
  if (!ofTheCart.includes(problem.code)) return { kind: 'failed', problem }
  const before = store.get()
  await loadCart().catch(() => before)
  return { kind: 'review', problem }
}

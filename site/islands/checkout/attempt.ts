import { problemOf, type Problem } from '../../lib/api'
import { checkout, type CheckoutInput, type Order } from '../../lib/order'
import { recall, remember } from '../../lib/tab-memory'
import { sleep } from '../../lib/sleep'

const memory = 'checkout-attempt'

/** A press of the button: its key, and what was asked with it. */
interface Attempt {
  key: string
  asked: string
}

/**
 * The Idempotency-Key of a press. It is a new one, unless the last press asked for the same and has had no answer that
 * settles it, so that a reload or a second press cannot make a second order.
 */
export function keyFor(asked: string): string {
  const kept = recall(memory) as Partial<Attempt> | undefined
  if (kept?.key && kept.asked === asked) return kept.key
  const key = randomKey()
  remember(memory, { key, asked } satisfies Attempt)
  return key
}

/** The last press has been answered for good. */
export function endAttempt(): void {
  remember(memory, undefined)
}

/** Whether a failure leaves it open what became of the request. */
export function leavesOpen({ status, code }: Problem): boolean {
  return code === 'network' || code === 'in_flight' || status >= 500
}

const giveUpAfter = 40_000
const networkWaits = [1000, 3000, 6000]
const inFlightWait = 2000

/** Asks for the order, and again with the same key where nothing was answered or the first request is under way. */
export async function order(input: CheckoutInput, key: string): Promise<Order> {
  const until = Date.now() + giveUpAfter
  for (let failures = 0; ;) {
    try {
      return await checkout(input, key)
    } catch (error) {
      const { code } = problemOf(error)
      const wait = code === 'in_flight' ? inFlightWait : code === 'network' ? networkWaits[failures++] : undefined
      if (wait === undefined || Date.now() + wait > until) throw error
      await sleep(wait)
    }
  }
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

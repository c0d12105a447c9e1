import { problemOf, type Problem } from '../http/api'
import { checkout, type CheckoutInput, type Order } from './order'
import { recall, remember } from '../../lib/browser/storage'
import { sleep } from '../../lib/browser/sleep'

const memory = 'checkout-attempt'

/** An attempt to place an order: its key, and the request that it is for. */
interface Attempt {
  key: string
  request: string
}

/**
 * Returns the Idempotency-Key for a request. It is a new one, unless the last attempt was for the same request and has
 * no final answer, so that a reload or a second click cannot place a second order.
 */
export function keyFor(request: string): string {
  const kept = recall(memory) as Partial<Attempt> | undefined
  if (kept?.key && kept.request === request) return kept.key
  const key = randomKey()
  remember(memory, { key, request } satisfies Attempt)
  return key
}

/** Forgets the last attempt, which has its final answer. */
export function endAttempt(): void {
  remember(memory, undefined)
}

/** Reports whether the request may have been carried out in spite of the failure. */
export function leavesOpen({ status, code }: Problem): boolean {
  return code === 'network' || code === 'in_flight' || status >= 500
}

const giveUpAfter = 40_000
const networkWaits = [1000, 3000, 6000]
const inFlightWait = 2000

/** Sends the order, and again with the same key where there was no answer or the first request is under way. */
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

import { recall, remember } from '../../lib/browser/storage'

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

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

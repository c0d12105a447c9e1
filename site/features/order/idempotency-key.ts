import { recall, remember } from '../../lib/browser/storage'

const memory = 'checkout-attempt'

/**
 * Returns the Idempotency-Key for a request. It is a new one, unless the last attempt was for the same request and has
 * no final answer, so that a reload or a second click cannot place a second order.
 */
export function keyFor(request: string): string {
  const kept = recall(memory) as { key?: string; request?: string } | undefined
  if (kept?.key && kept.request === request) return kept.key
  const key = randomKey()
  remember(memory, { key, request })
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

import { readJson, writeJson } from '../../lib/browser/storage'

const storageKey = 'checkout-attempt'

/**
 * Returns the Idempotency-Key for a request. It is a new one, unless the last attempt was for the same request and has
 * no final answer, so that a reload or a second click cannot place a second order.
 */
export function idempotencyKeyFor(request: string): string {
  const saved = readJson(storageKey) as { key?: string; request?: string } | undefined
  if (saved?.key && saved.request === request) return saved.key
  const key = randomKey()
  writeJson(storageKey, { key, request })
  return key
}

/** Forgets the last attempt, which has its final answer. */
export function clearIdempotencyKey(): void {
  writeJson(storageKey, undefined)
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

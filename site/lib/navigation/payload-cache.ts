import { fetchPayload } from './page-payload'
import type { Payload } from '../payload'

const maxAge = 60_000
const maxEntries = 24

interface CacheEntry {
  at: number
  payload: Promise<Payload | null>
}

/** Caches payloads of pages, so that a prefetch and the click that follows fetch one of them once. */
export class PayloadCache {
  readonly #entries = new Map<string, CacheEntry>()

  /** Returns the payload of a page by its path with prefix; null if there is no page. Rejects if the fetch fails. */
  get(path: string, build: string): Promise<Payload | null> {
    const address = `${path === '/' ? '' : path}/_payload.json?${build}`
    const entry = this.#entries.get(address)
    if (entry && Date.now() - entry.at < maxAge) return entry.payload
    const payload = fetchPayload(address)
    payload.catch(() => this.#entries.delete(address))
    this.#entries.delete(address)
    this.#entries.set(address, { at: Date.now(), payload })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries) break
      this.#entries.delete(oldest)
    }
    return payload
  }
}

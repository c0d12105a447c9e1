import { fetchPayload } from './page-payload'
import type { Payload } from '../payload'

const keepFor = 60_000
const keepAtMost = 24

interface Kept {
  at: number
  payload: Promise<Payload | null>
}

/** Caches payloads of pages, so that a prefetch and the click that follows fetch one of them once. */
export class PayloadCache {
  readonly #kept = new Map<string, Kept>()

  /** Returns the payload of a page by its path with prefix; null if there is no page. Rejects if the fetch fails. */
  get(path: string, build: string): Promise<Payload | null> {
    const address = `${path === '/' ? '' : path}/_payload.json?${build}`
    const kept = this.#kept.get(address)
    if (kept && Date.now() - kept.at < keepFor) return kept.payload
    const payload = fetchPayload(address)
    payload.catch(() => this.#kept.delete(address))
    this.#kept.delete(address)
    this.#kept.set(address, { at: Date.now(), payload })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keepAtMost) break
      this.#kept.delete(oldest)
    }
    return payload
  }
}

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setEnglishSite } from '../../lib/shell.fixture'
import { emptyQuery } from './listing-query'
import { createSearch } from './search-client'

beforeEach(() => setEnglishSite())
afterEach(() => vi.unstubAllGlobals())

it('a search that is sent again before its answer does not get the failure of the request that it cancels', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      setTimeout(() => resolve(Response.json({ total: 0, products: [] })))
    })
  })
  const search = createSearch({ text: 'dunes' })
  const first = new AbortController()
  const cancelled = Promise.resolve(search(emptyQuery, first.signal)).catch(() => 'cancelled')
  first.abort()
  expect(await search(emptyQuery, new AbortController().signal)).toMatchObject({ total: 0 })
  expect(await cancelled).toBe('cancelled')
})

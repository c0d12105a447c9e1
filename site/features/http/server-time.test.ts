// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from './api'
import { serverNow } from './server-time'

const noon = '2026-11-20T12:00:00Z'

/** Answers a request at noon by the server's clock. */
function answerAtNoon(headers: Record<string, string>): void {
  const date = { Date: new Date(noon).toUTCString() }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { headers: { ...date, ...headers } })))
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each(['2026-11-20T09:00:00Z', '2026-11-24T12:00:00Z'])(
  'is known to a visitor whose clock says %s',
  async (clock) => {
    vi.setSystemTime(new Date(clock))
    answerAtNoon({ 'Cache-Control': 'no-store' })
    await api('GET', '/cart')
    expect(serverNow()).toBe(Date.parse(noon))
    vi.advanceTimersByTime(60_000)
    expect(serverNow()).toBe(Date.parse(noon) + 60_000)
  },
)

it('is not read from an answer that a cache may have kept for long', async () => {
  vi.setSystemTime(new Date('2026-11-20T12:00:02Z'))
  answerAtNoon({ 'Cache-Control': 'no-store' })
  await api('GET', '/cart')
  vi.setSystemTime(new Date('2026-11-20T13:00:00Z'))
  answerAtNoon({ 'Cache-Control': 'public, max-age=300' })
  await api('GET', '/cart')
  expect(serverNow()).toBe(Date.parse('2026-11-20T13:00:00Z'))
})

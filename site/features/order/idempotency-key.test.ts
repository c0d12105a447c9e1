// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Problem } from '../http/api'
import { fakeApi, problem } from '../http/api.fixture'
import { orderOf } from './booking.fixture'
import { endAttempt, keyFor, leavesOpen, order } from './idempotency-key'

const { buyer } = orderOf()
const input = { buyer, method: 'card' as const, total: 79000 }

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the key of a press', () => {
  it('is long and random', () => {
    const key = keyFor('a')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    endAttempt()
    expect(keyFor('a')).not.toBe(key)
  })

  it('stays while nothing has settled the press, even over a reload', () => {
    expect(keyFor('a')).toBe(keyFor('a'))
    expect(sessionStorage.getItem('checkout-attempt')).toContain(keyFor('a'))
  })

  it('is another one when something was changed', () => {
    expect(keyFor('a')).not.toBe(keyFor('b'))
  })
})

describe('an order', () => {
  it('is requested again with the same key after no answer', async () => {
    const calls = fakeApi((_, before) => (before < 2 ? 'unreachable' : { body: orderOf() }))
    const made = order(input, 'key-12345')
    await vi.advanceTimersByTimeAsync(5000)
    expect((await made).id).toBe('o1')
    expect(calls.map(({ key }) => key)).toEqual(['key-12345', 'key-12345', 'key-12345'])
  })

  it('is given up after some failures', async () => {
    const calls = fakeApi(() => 'unreachable')
    const made = order(input, 'key-12345').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await made).toBeInstanceOf(Error)
    expect(calls).toHaveLength(4)
  })

  it('is waited for while the first request is under way', async () => {
    const calls = fakeApi((_, before) => (before < 5 ? problem('in_flight') : { body: orderOf() }))
    const made = order(input, 'key-12345')
    await vi.advanceTimersByTimeAsync(12_000)
    expect((await made).id).toBe('o1')
    expect(new Set(calls.map(({ key }) => key))).toEqual(new Set(['key-12345']))
  })

  it.each([502, 503, 504])('is sent once more, with its key, to a server that is unavailable: %d', async (status) => {
    const calls = fakeApi(() => problem('unavailable', status))
    const made = order(input, 'key-12345').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await made).toBeInstanceOf(Error)
    expect(calls.map(({ key }) => key)).toEqual(['key-12345', 'key-12345'])
  })

  it.each(['sold_out', 'invalid', 'key_reused'])('is not sent again after %s', async (code) => {
    const calls = fakeApi(() => problem(code))
    await expect(order(input, 'key-12345')).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })
})

describe('a failure', () => {
  it.each<[Problem, boolean]>([
    [{ status: 0, code: 'network' }, true],
    [{ status: 409, code: 'in_flight' }, true],
    [{ status: 503, code: 'unavailable' }, true],
    [{ status: 409, code: 'sold_out' }, false],
    [{ status: 422, code: 'invalid' }, false],
  ])('%o leaves the press open: %s', (failure, open) => expect(leavesOpen(failure)).toBe(open))
})

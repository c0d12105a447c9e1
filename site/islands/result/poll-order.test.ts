// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, problem } from '../../features/http/api.fixture'
import { orderOf } from '../../features/order/booking.fixture'
import { pollOrder, type PolledOrder } from './poll-order'

const open = orderOf({ result: 'in_progress' })
let seen: PolledOrder[]
const tell = (now: PolledOrder) => void seen.push(now)
const last = () => seen.at(-1)

beforeEach(() => {
  seen = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an order in progress', () => {
  it('is polled with growing pauses of at most five seconds', async () => {
    const at: number[] = []
    fakeApi(() => {
      at.push(Date.now())
      return { body: open }
    })
    const stop = pollOrder('o1', tell)
    await vi.advanceTimersByTimeAsync(40_000)
    stop()
    const waits = at.slice(1).map((time, i) => time - (at[i] as number))
    expect(waits[0]).toBe(1500)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(Math.max(...waits)).toBe(5000)
  })

  it('is polled until it has a result', async () => {
    const calls = fakeApi((_, before) => ({ body: before < 2 ? open : orderOf() }))
    pollOrder('o1', tell)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(3)
    expect(last()?.order?.result).toBe('success')
  })

  it('is given up after two minutes, and the page says so', async () => {
    const calls = fakeApi(() => ({ body: open }))
    pollOrder('o1', tell)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(last()).toEqual({ order: open, slow: true })
    const before = calls.length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(calls).toHaveLength(before)
  })

  it('stays as it was while it cannot be fetched', async () => {
    fakeApi((_, before) => (before === 0 ? { body: open } : 'unreachable'))
    const stop = pollOrder('o1', tell)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(last()?.order).toEqual(open)
    stop()
  })

  it('is no longer polled after the page is left', async () => {
    const calls = fakeApi(() => ({ body: open }))
    const stop = pollOrder('o1', tell)
    await vi.advanceTimersByTimeAsync(0)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(1)
  })
})

describe('an order that cannot be had', () => {
  it('is not known', async () => {
    const calls = fakeApi(() => problem('not_found', 404))
    pollOrder('o1', tell)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(last()?.problem?.code).toBe('not_found')
    expect(calls).toHaveLength(1)
  })

  it('is reported as such', async () => {
    fakeApi(() => 'unreachable')
    pollOrder('o1', tell)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(last()?.problem?.code).toBe('network')
  })
})

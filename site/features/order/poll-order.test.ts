// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, problem } from '../http/api.fixture'
import { orderOf } from './booking.fixture'
import { pollOrder, type PolledOrder } from './poll-order'

const inProgress = orderOf({ result: 'in_progress' })
let seen: PolledOrder[]
const record = (now: PolledOrder) => void seen.push(now)
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
      return { body: inProgress }
    })
    const stop = pollOrder('o1', record)
    await vi.advanceTimersByTimeAsync(40_000)
    stop()
    const waits = at.slice(1).map((time, i) => time - (at[i] as number))
    expect(waits[0]).toBe(1500)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(Math.max(...waits)).toBe(5000)
  })

  it('is polled until it has a result', async () => {
    const calls = fakeApi((_, before) => ({ body: before < 2 ? inProgress : orderOf() }))
    pollOrder('o1', record)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(3)
    expect(last()?.order?.result).toBe('success')
  })

  it('is reported as slow and no longer polled after two minutes', async () => {
    const calls = fakeApi(() => ({ body: inProgress }))
    pollOrder('o1', record)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(last()).toEqual({ order: inProgress, slow: true })
    const before = calls.length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(calls).toHaveLength(before)
  })

  it('keeps its last known state while requests fail', async () => {
    fakeApi((_, before) => (before === 0 ? { body: inProgress } : 'unreachable'))
    const stop = pollOrder('o1', record)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(last()?.order).toEqual(inProgress)
    stop()
  })

  it('is no longer polled after the page is left', async () => {
    const calls = fakeApi(() => ({ body: inProgress }))
    const stop = pollOrder('o1', record)
    await vi.advanceTimersByTimeAsync(0)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(1)
  })
})

describe('an order that cannot be fetched', () => {
  it('is reported as not found after one request', async () => {
    const calls = fakeApi(() => problem('not_found', 404))
    pollOrder('o1', record)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(last()?.problem?.code).toBe('not_found')
    expect(calls).toHaveLength(1)
  })

  it('is reported with a network error if the server is unreachable', async () => {
    fakeApi(() => 'unreachable')
    pollOrder('o1', record)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(last()?.problem?.code).toBe('network')
  })
})

// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, problem, type Call } from '../http/api.fixture'
import { transferOf, cartOf, itemOf } from '../order/booking.fixture'
import type { Choice } from '../booking/availability'
import { changeItem, confirmedChoice, editsSettled, pendingEdits, editedChoice } from './pending-edits'

const item = itemOf()
const adults = (quantity: number) => ({ units: [{ id: 'adult', quantity }] })
const sent = (calls: Call[]) => calls.map(({ body }) => (body as Choice).units[0]?.quantity)

beforeEach(() => pendingEdits.set({}))
afterEach(() => vi.unstubAllGlobals())

describe('a cart item', () => {
  it('is converted to the choice that it shows, without counts of zero', () => {
    const pickup = transferOf({ address: 'Hotel Al Bahr', missing: [] })
    expect(confirmedChoice({ ...item, pickup })).toEqual({
      product: 'sunset-dunes',
      option: 'shared',
      date: '2026-12-05',
      startTime: '15:00',
      length: undefined,
      units: [{ id: 'adult', quantity: 2 }],
      extras: [],
      pickup: { address: 'Hotel Al Bahr' },
      dropOff: undefined,
    })
  })

  it('shows an edit at once, and the edit is no longer pending after the response', async () => {
    fakeApi(() => ({ body: cartOf() }))
    const done = changeItem(item, adults(3))
    expect(editedChoice(item).units).toEqual(adults(3).units)
    await done
    expect(pendingEdits.get()).toEqual({})
  })

  it('sends one request at a time, and then only the latest of the edits made meanwhile', async () => {
    const waiting: (() => void)[] = []
    const calls = fakeApi(async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { body: cartOf() }
    })
    for (const count of [3, 4, 5, 6]) void changeItem(item, adults(count))
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    void changeItem(item, adults(7))
    waiting[0]?.()
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.()
    await editsSettled()
    expect(sent(calls)).toEqual([3, 7])
  })

  it('sends a pickup address together with an earlier change of travellers', async () => {
    const calls = fakeApi(() => ({ body: cartOf() }))
    void changeItem(item, adults(3))
    await changeItem(item, { pickup: { address: 'Hotel Al Bahr' } })
    expect(calls.at(-1)?.body).toMatchObject({ ...adults(3), pickup: { address: 'Hotel Al Bahr' } })
  })

  it('returns to the confirmed choice with the reason if the server rejects an edit', async () => {
    fakeApi(() => problem('sold_out'))
    await changeItem(item, adults(8))
    expect(editedChoice(item)).toEqual(confirmedChoice(item))
    expect(pendingEdits.get().i1?.problem?.code).toBe('sold_out')
  })

  it('makes the cart load again if another tab has removed it', async () => {
    const calls = fakeApi(({ method }) => (method === 'GET' ? { body: cartOf([]) } : problem('not_found', 404)))
    await changeItem(item, adults(3))
    await vi.waitFor(() => expect(calls.map(({ method }) => method)).toEqual(['PUT', 'GET']))
  })
})

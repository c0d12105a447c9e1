// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '../../features/http/api.fixture'
import { cartOf, itemOf } from '../../features/order/booking.fixture'
import type { Cart } from '../../features/cart/cart'
import { acceptShownCart, needsReview } from './use-proceed'

afterEach(() => vi.unstubAllGlobals())

const gone = itemOf({ id: 'i2', available: false, status: 'SOLD_OUT' })

/** The requests that proceeding from a cart sends, and whether the checkout opens. */
async function going(shown: Cart, ...answers: Cart[]) {
  const calls = fakeApi((_, before) => ({ body: answers[before] }))
  return { goes: await acceptShownCart(shown), requests: calls.map(({ path, body }) => [path, body]) }
}

describe('going on to the checkout', () => {
  it('accepts a cart that is as it was shown', async () => {
    expect(await going(cartOf(), cartOf())).toEqual({ goes: true, requests: [['/cart/check', {}]] })
  })

  it('accepts prices that had changed before the visitor saw them', async () => {
    const changed = cartOf([itemOf({ priceChanged: true })], { outcome: 'prices_changed' })
    expect((await going(changed, changed)).goes).toBe(true)
  })

  it('stops where the total is another one', async () => {
    expect((await going(cartOf(), cartOf(undefined, { total: 80000, outcome: 'prices_changed' }))).goes).toBe(false)
  })

  it('stops where something has become unavailable, even if the total is the same', async () => {
    const free = { ...gone, price: { lines: [], original: 0, discount: 0, total: 0 } }
    const shown = cartOf([itemOf(), { ...free, available: true }])
    expect((await going(shown, cartOf([itemOf(), free]))).goes).toBe(false)
  })

  it('leaves behind what was shown as unavailable', async () => {
    const shown = cartOf([itemOf(), gone], { outcome: 'some_unavailable' })
    const { goes, requests } = await going(shown, shown, cartOf())
    expect(goes).toBe(true)
    expect(requests).toEqual([
      ['/cart/check', {}],
      ['/cart/check', { dropUnavailable: true }],
    ])
  })

  it('stops where nothing can be booked, and drops nothing', async () => {
    const shown = cartOf([gone], { outcome: 'none_available' })
    const { goes, requests } = await going(shown, shown)
    expect(goes).toBe(false)
    expect(requests).toHaveLength(1)
  })
})

describe('carts', () => {
  it('differ by what a visitor would want to know', () => {
    expect(needsReview(cartOf(), cartOf())).toBe(false)
    expect(needsReview(cartOf(), cartOf(undefined, { total: 1 }))).toBe(true)
    expect(needsReview(cartOf(), cartOf(undefined, { currency: 'SAR' }))).toBe(true)
    expect(needsReview(cartOf(), cartOf([itemOf({ id: 'other' })]))).toBe(true)
  })
})

// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '../../features/http/api.fixture'
import { cartOf, itemOf } from '../../features/order/booking.fixture'
import type { Cart } from '../../features/cart/cart'
import { acceptShownCart, needsReview } from './use-proceed'

afterEach(() => vi.unstubAllGlobals())

const soldOutItem = itemOf({ id: 'i2', available: false, status: 'SOLD_OUT' })

/** The requests that proceeding from a cart sends, and whether the checkout opens. */
async function proceed(shown: Cart, ...answers: Cart[]) {
  const calls = fakeApi((_, before) => ({ body: answers[before] }))
  return { opens: await acceptShownCart(shown), requests: calls.map(({ path, body }) => [path, body]) }
}

describe('proceeding to the checkout', () => {
  it('accepts an unchanged cart', async () => {
    expect(await proceed(cartOf(), cartOf())).toEqual({ opens: true, requests: [['/cart/check', {}]] })
  })

  it('accepts prices that had changed before the visitor saw them', async () => {
    const changed = cartOf([itemOf({ priceChanged: true })], { outcome: 'prices_changed' })
    expect((await proceed(changed, changed)).opens).toBe(true)
  })

  it('stops if the total has changed', async () => {
    expect((await proceed(cartOf(), cartOf(undefined, { total: 80000, outcome: 'prices_changed' }))).opens).toBe(false)
  })

  it('stops if an item has become unavailable, even if the total is the same', async () => {
    const free = { ...soldOutItem, price: { lines: [], original: 0, discount: 0, total: 0 } }
    const shown = cartOf([itemOf(), { ...free, available: true }])
    expect((await proceed(shown, cartOf([itemOf(), free]))).opens).toBe(false)
  })

  it('drops items that were shown as unavailable', async () => {
    const shown = cartOf([itemOf(), soldOutItem], { outcome: 'some_unavailable' })
    const { opens, requests } = await proceed(shown, shown, cartOf())
    expect(opens).toBe(true)
    expect(requests).toEqual([
      ['/cart/check', {}],
      ['/cart/check', { dropUnavailable: true }],
    ])
  })

  it('stops, and drops nothing, if no item is available', async () => {
    const shown = cartOf([soldOutItem], { outcome: 'none_available' })
    const { opens, requests } = await proceed(shown, shown)
    expect(opens).toBe(false)
    expect(requests).toHaveLength(1)
  })
})

describe('a cart that differs from the shown one', () => {
  it('needs a review if its total, currency or items are different', () => {
    expect(needsReview(cartOf(), cartOf())).toBe(false)
    expect(needsReview(cartOf(), cartOf(undefined, { total: 1 }))).toBe(true)
    expect(needsReview(cartOf(), cartOf(undefined, { currency: 'SAR' }))).toBe(true)
    expect(needsReview(cartOf(), cartOf([itemOf({ id: 'other' })]))).toBe(true)
  })
})

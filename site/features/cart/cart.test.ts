// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, problem } from '../http/api.fixture'
import { cartOf, itemOf } from '../order/booking.fixture'
import {
  addToCart,
  applyPromoCode,
  cart,
  changeCartItem,
  checkCart,
  removePromoCode,
  loadCart,
  removeCartItem,
  setCartGuest,
} from './cart'
import type { Choice } from '../booking/availability'
import { cartCount } from './cart-count'

const choice: Choice = { product: 'sunset-dunes', option: 'shared', date: '2026-12-05', units: [] }
const guest = { name: 'Amal', email: 'amal@example.com', phone: '+971501234567' }

let stop = () => {}

beforeEach(() => {
  cart.set(undefined)
  cartCount.set(0)
})
afterEach(() => {
  stop()
  stop = () => {}
  vi.unstubAllGlobals()
})

describe('the cart', () => {
  it('sends requests to the paths of the API contract', async () => {
    const calls = fakeApi(() => ({ body: cartOf() }))
    await loadCart()
    await addToCart(choice)
    await changeCartItem('i/1', choice)
    await removeCartItem('i1')
    await setCartGuest(guest)
    await applyPromoCode('DUNES10')
    await removePromoCode()
    await checkCart({ dropUnavailable: true })
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/cart', undefined],
      ['POST', '/cart/items', choice],
      ['PUT', '/cart/items/i%2F1', choice],
      ['DELETE', '/cart/items/i1', undefined],
      ['PUT', '/cart/guest', guest],
      ['PUT', '/cart/promo-code', { code: 'DUNES10' }],
      ['DELETE', '/cart/promo-code', undefined],
      ['POST', '/cart/check', { dropUnavailable: true }],
    ])
  })

  it('has the items and the count of the last response', async () => {
    fakeApi(() => ({ body: cartOf([itemOf(), itemOf({ id: 'i2' })]) }))
    await loadCart()
    expect(cart.get()?.items).toHaveLength(2)
    expect(cartCount.get()).toBe(2)
    expect(localStorage.getItem('cart-count')).toBe('2')
  })

  it('stays unchanged if a change fails', async () => {
    fakeApi(({ method }) => (method === 'GET' ? { body: cartOf() } : problem('sold_out')))
    await loadCart()
    await expect(addToCart(choice)).rejects.toThrow()
    expect(cart.get()?.count).toBe(1)
    expect(await loadCart()).toEqual(cartOf())
  })

  it('sends changes one after another and ends with the response to the last', async () => {
    const waiting: (() => void)[] = []
    const calls = fakeApi(async ({ path }) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { body: cartOf([itemOf({ id: path })]) }
    })
    const both = Promise.all([changeCartItem('a', choice), changeCartItem('b', choice)])
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    expect(calls).toHaveLength(1)
    waiting[0]?.()
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.()
    await both
    expect(cart.get()?.items[0]?.id).toBe('/cart/items/b')
  })
})

describe('the cart in several tabs', () => {
  const changeInOtherTab = (key: string, newValue: string) => {
    localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }

  it('notifies the other tabs of each change', async () => {
    fakeApi(() => ({ body: cartOf() }))
    await addToCart(choice)
    const first = localStorage.getItem('cart-revision')
    await changeCartItem('i1', choice)
    expect(first).toBeTruthy()
    expect(localStorage.getItem('cart-revision')).not.toBe(first)
  })

  it('does not notify the other tabs when it is read', async () => {
    fakeApi(() => ({ body: cartOf() }))
    const before = localStorage.getItem('cart-revision')
    await loadCart()
    expect(localStorage.getItem('cart-revision')).toBe(before)
  })

  it('takes its count from the other tab, or zero if the count is invalid', () => {
    stop = cartCount.subscribe(() => {})
    changeInOtherTab('cart-count', '5')
    expect(cartCount.get()).toBe(5)
    changeInOtherTab('cart-count', 'many')
    expect(cartCount.get()).toBe(0)
  })

  it('is fetched again after another tab changes it, even if the count is the same', async () => {
    stop = cart.subscribe(() => {})
    const calls = fakeApi(() => ({ body: cartOf([itemOf({ travellers: 3 })]) }))
    changeInOtherTab('cart-revision', 'another')
    await vi.waitFor(() => expect(cart.get()?.items[0]?.travellers).toBe(3))
    expect(calls).toHaveLength(1)
  })

  it('is not fetched again after a change in the same tab', async () => {
    stop = cart.subscribe(() => {})
    const calls = fakeApi(() => ({ body: cartOf() }))
    await addToCart(choice)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls).toHaveLength(1)
  })
})

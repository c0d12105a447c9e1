// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cartCount } from '../../features/cart/cart-count'
import ar from '../../locales/ar.json'
import en from '../../locales/en.json'
import { showCartCount } from './cart-count'

const label = () => document.querySelector('[data-cart-label]')?.textContent
const badge = () => document.querySelector('[data-cart-count]') as HTMLElement
let stop = () => {}

beforeEach(() => {
  cartCount.set(0)
  document.body.innerHTML =
    '<a href="/cart"><span data-cart-label="Cart">Cart</span><span data-cart-count hidden></span></a>'
})
afterEach(() => stop())

describe('the cart count in the header', () => {
  it('is hidden while the cart is empty', () => {
    stop = showCartCount('en', en)
    expect(badge().hidden).toBe(true)
    expect(label()).toBe('Cart')
  })

  it('is updated when the cart changes', () => {
    stop = showCartCount('en', en)
    cartCount.set(2)
    expect(badge().hidden).toBe(false)
    expect(badge().textContent).toBe('2')
    expect(label()).toBe('Cart, 2 items')
    cartCount.set(1)
    expect(label()).toBe('Cart, 1 item')
    cartCount.set(0)
    expect(badge().hidden).toBe(true)
    expect(label()).toBe('Cart')
  })

  it('is shown at once if the cart was filled on another page', () => {
    cartCount.set(3)
    stop = showCartCount('en', en)
    expect(badge().textContent).toBe('3')
  })

  it('is updated when the cart changes in another tab', () => {
    stop = showCartCount('en', en)
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart-count', newValue: '4' }))
    expect(badge().textContent).toBe('4')
  })

  it.each([
    [1, 'السلة، عنصر واحد'],
    [2, 'السلة، عنصران'],
    [3, 'السلة، 3 عناصر'],
    [11, 'السلة، 11 عنصرًا'],
    [100, 'السلة، 100 عنصر'],
  ])('has the Arabic plural form of %d', (count, name) => {
    stop = showCartCount('ar', ar)
    cartCount.set(count)
    expect(label()).toBe(name)
  })

  it('shows 99+ in the badge and the full number in the label for 120 items', () => {
    stop = showCartCount('en', en)
    cartCount.set(120)
    expect(badge().textContent).toBe('99+')
    expect(label()).toBe('Cart, 120 items')
  })
})

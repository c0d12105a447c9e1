// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '../http/api.fixture'
import { cartOf, orderOf } from './booking.fixture'
import { cartCount } from '../cart/cart-count'
import { checkout, getOrder, payOrder, paymentAddress, resultPath, retryOrder } from './order'

afterEach(() => vi.unstubAllGlobals())

describe('an order', () => {
  it('is sent and read at the paths of the API contract', async () => {
    const calls = fakeApi(({ path }) => ({ body: path.endsWith('/retry') ? cartOf() : orderOf() }))
    const { buyer } = orderOf()
    await checkout({ buyer, method: 'card', total: 79000 }, 'key-12345')
    await getOrder('o/1')
    await payOrder('o1')
    await retryOrder('o1')
    expect(calls.map(({ method, path, key }) => [method, path, key])).toEqual([
      ['POST', '/checkout', 'key-12345'],
      ['GET', '/orders/o%2F1', null],
      ['POST', '/orders/o1/payment', null],
      ['POST', '/orders/o1/retry', null],
    ])
    expect(calls[0]?.body).toEqual({ buyer, method: 'card', total: 79000 })
  })

  it('fills the cart and its count again after a retry', async () => {
    fakeApi(() => ({ body: cartOf() }))
    await retryOrder('o1')
    expect(cartCount.get()).toBe(1)
  })
})

describe('the address of the payment page', () => {
  const here = 'http://shop.example/checkout'
  it.each([
    ['https://pay.example/s/1', 'https://pay.example/s/1'],
    ['/sandbox/pay/1', 'http://shop.example/sandbox/pay/1'],
    ['http://shop.example/sandbox', 'http://shop.example/sandbox'],
    ['http://pay.example/s/1', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//evil.example', null],
    ['https://', null],
    [undefined, null],
  ])('for %s is %s', (url, address) => expect(paymentAddress(url, here)).toBe(address))
})

describe('the page of an order result', () => {
  it.each([
    ['success', '/checkout/success'],
    ['partial', '/checkout/success'],
    ['failed', '/checkout/error'],
    ['on_hold', '/checkout/on_hold'],
    ['in_progress', null],
  ] as const)('for %s is %s', (result, path) => expect(resultPath(result)).toBe(path))
})

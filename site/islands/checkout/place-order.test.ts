// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Problem } from '../../features/http/api'
import { fakeApi, problem, type Call } from '../../features/http/api.fixture'
import { cartOf, itemOf, orderOf } from '../../features/order/booking.fixture'
import { cart as store } from '../../features/cart/cart'
import { mayHaveSucceeded, placeOrder, sendOrder } from './place-order'

const { buyer } = orderOf()
const input = { buyer, method: 'card' as const, total: 79000 }
const unpaidOrder = (url?: string) => orderOf({ result: 'in_progress' }, { status: 'none', captured: 0, url })
const keys = (calls: Call[]) => calls.filter(({ path }) => path === '/checkout').map(({ key }) => key)

/** Places an order and advances the clock by a minute. */
async function place(...[cart, method]: [ReturnType<typeof cartOf>, ('card' | 'pay_later')?]) {
  const outcome = placeOrder(cart, buyer, method ?? 'card')
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}

beforeEach(() => {
  sessionStorage.clear()
  store.set(undefined)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the outcome of placing an order', () => {
  it('is the payment page if the buyer pays by card', async () => {
    const calls = fakeApi(() => ({ body: unpaidOrder('https://pay.example/1') }))
    expect(await place(cartOf())).toEqual({ kind: 'pay', address: 'https://pay.example/1' })
    expect(calls[0]?.body).toEqual({ buyer, method: 'card', total: 79000, currency: 'AED' })
  })

  it('is the result page if the buyer pays later', async () => {
    fakeApi(() => ({ body: orderOf({}, { method: 'pay_later', status: 'due' }) }))
    expect(await place(cartOf(), 'pay_later')).toEqual({ kind: 'result', path: '/checkout/success?order=o1' })
  })

  it('is the result page if nothing is to be paid or the order has failed', async () => {
    fakeApi(() => ({ body: orderOf({ total: 0 }) }))
    expect(await place(cartOf())).toEqual({ kind: 'result', path: '/checkout/success?order=o1' })
    fakeApi(() => ({ body: orderOf({ result: 'failed' }) }))
    expect(await place(cartOf())).toEqual({ kind: 'result', path: '/checkout/error?order=o1' })
  })

  it('is never a payment page of another host without https', async () => {
    fakeApi(() => ({ body: unpaidOrder('http://pay.example/1') }))
    expect(await place(cartOf())).toEqual({ kind: 'late' })
  })
})

describe('a payment page that is not ready yet', () => {
  it('is polled for every two seconds', async () => {
    const calls = fakeApi((_, before) =>
      before === 3 ? { body: unpaidOrder('https://pay.example/1') } : { body: unpaidOrder() },
    )
    const outcome = placeOrder(cartOf(), buyer, 'card')
    await vi.advanceTimersByTimeAsync(5900)
    expect(calls).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(200)
    expect(await outcome).toEqual({ kind: 'pay', address: 'https://pay.example/1' })
    expect(calls.slice(1).map(({ path }) => path)).toEqual(['/orders/o1', '/orders/o1', '/orders/o1'])
  })

  it('is polled for again after a failed request', async () => {
    fakeApi(({ path }, before) =>
      path === '/orders/o1' && before < 3
        ? problem('not_found', 404)
        : { body: unpaidOrder(before < 3 ? undefined : '/pay') },
    )
    expect((await place(cartOf())).kind).toBe('pay')
  })

  it('is given up after 25 seconds; the next click sends the same order', async () => {
    const calls = fakeApi(() => ({ body: unpaidOrder() }))
    const outcome = placeOrder(cartOf(), buyer, 'card')
    await vi.advanceTimersByTimeAsync(26_000)
    expect(await outcome).toEqual({ kind: 'late' })
    await place(cartOf())
    expect(new Set(keys(calls)).size).toBe(1)
  })
})

describe('the idempotency key', () => {
  it('is new for the next click after an answer', async () => {
    const calls = fakeApi(({ path }) => (path === '/checkout' ? problem('sold_out') : { body: cartOf() }))
    await place(cartOf())
    await place(cartOf())
    expect(new Set(keys(calls)).size).toBe(2)
  })

  it('is the same for the next click without an answer, unless the cart or the method has changed', async () => {
    const calls = fakeApi(() => 'unreachable')
    await place(cartOf())
    await place(cartOf())
    expect(new Set(keys(calls)).size).toBe(1)
    await place(cartOf([itemOf({ date: '2026-12-06' })]))
    expect(new Set(keys(calls)).size).toBe(2)
    await place(cartOf([itemOf({ date: '2026-12-06' })]), 'pay_later')
    expect(new Set(keys(calls)).size).toBe(3)
  })

  it('is that of the cart with the last edit, whose answer came after the click', async () => {
    const calls = fakeApi(() => 'unreachable')
    const edited = cartOf([itemOf({ date: '2026-12-06' })])
    store.set(edited)
    await place(cartOf())
    await place(edited)
    expect(new Set(keys(calls)).size).toBe(1)
  })
})

describe('a changed cart', () => {
  it.each(['cart_changed', 'sold_out', 'cart_empty', 'method_unavailable', 'pay_later_too_near'])(
    'is fetched again for a review after %s',
    async (code) => {
      const now = cartOf([itemOf({ travellers: 3 })])
      fakeApi(({ path }) => (path === '/checkout' ? problem(code) : { body: now }))
      expect(await place(cartOf())).toMatchObject({ kind: 'review', problem: { code } })
      expect(store.get()).toEqual(now)
    },
  )

  it('drops the unavailable items before the order is sent', async () => {
    const gone = itemOf({ id: 'i2', available: false })
    const calls = fakeApi(({ path }) => ({ body: path === '/checkout' ? unpaidOrder('/pay') : cartOf() }))
    await place(cartOf([itemOf(), gone]))
    expect(calls.map(({ path, body }) => [path, body])[0]).toEqual(['/cart/check', { dropUnavailable: true }])
    expect(calls.at(-1)?.path).toBe('/checkout')
  })

  it('drops a promo code that does not apply before the order is sent', async () => {
    const calls = fakeApi(({ path }) => ({ body: path === '/checkout' ? unpaidOrder('/pay') : cartOf() }))
    await place(cartOf(undefined, { promoCode: { code: 'X', discount: 0, problem: 'promo_expired' } }))
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /cart/promo-code', 'POST /checkout'])
  })

  it('needs a review, and no order is sent, if the check returns another total', async () => {
    const gone = itemOf({ id: 'i2', available: false })
    const calls = fakeApi(() => ({ body: cartOf(undefined, { total: 1 }) }))
    expect(await place(cartOf([itemOf(), gone]))).toMatchObject({ kind: 'review', problem: { code: 'cart_changed' } })
    expect(keys(calls)).toEqual([])
  })
})

it('placing an order returns any other error unchanged', async () => {
  const fields = [{ name: 'buyer.email', code: 'format' }]
  fakeApi(() => problem('invalid', 422, fields))
  expect(await place(cartOf())).toEqual({ kind: 'failed', problem: { status: 422, code: 'invalid', fields } })
})

describe('the request of an order', () => {
  it('is repeated with the same key if there is no answer', async () => {
    const calls = fakeApi((_, before) => (before < 2 ? 'unreachable' : { body: orderOf() }))
    const made = sendOrder(input, 'key-12345')
    await vi.advanceTimersByTimeAsync(5000)
    expect((await made).id).toBe('o1')
    expect(calls.map(({ key }) => key)).toEqual(['key-12345', 'key-12345', 'key-12345'])
  })

  it('is given up after four attempts without an answer', async () => {
    const calls = fakeApi(() => 'unreachable')
    const made = sendOrder(input, 'key-12345').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await made).toBeInstanceOf(Error)
    expect(calls).toHaveLength(4)
  })

  it('is repeated while the server is still processing the first one', async () => {
    const calls = fakeApi((_, before) => (before < 5 ? problem('in_flight') : { body: orderOf() }))
    const made = sendOrder(input, 'key-12345')
    await vi.advanceTimersByTimeAsync(12_000)
    expect((await made).id).toBe('o1')
    expect(new Set(calls.map(({ key }) => key))).toEqual(new Set(['key-12345']))
  })

  it.each([502, 503, 504])('is repeated once with the same key after status %d', async (status) => {
    const calls = fakeApi(() => problem('unavailable', status))
    const made = sendOrder(input, 'key-12345').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await made).toBeInstanceOf(Error)
    expect(calls.map(({ key }) => key)).toEqual(['key-12345', 'key-12345'])
  })

  it.each(['sold_out', 'invalid', 'key_reused'])('is not repeated after the error %s', async (code) => {
    const calls = fakeApi(() => problem(code))
    await expect(sendOrder(input, 'key-12345')).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })
})

describe('a failed order', () => {
  it.each<[Problem, boolean]>([
    [{ status: 0, code: 'network' }, true],
    [{ status: 409, code: 'in_flight' }, true],
    [{ status: 503, code: 'unavailable' }, true],
    [{ status: 409, code: 'sold_out' }, false],
    [{ status: 422, code: 'invalid' }, false],
  ])('with the error %o may have succeeded: %s', (failure, possible) =>
    expect(mayHaveSucceeded(failure)).toBe(possible),
  )
})

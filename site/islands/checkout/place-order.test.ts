// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Problem } from '../../features/http/api'
import { fakeApi, problem, type Call } from '../../features/http/api.fixture'
import { cartOf, itemOf, orderOf } from '../../features/order/booking.fixture'
import { cart as store } from '../../features/cart/cart'
import { mayHaveSucceeded, placeOrder, sendOrder } from './place-order'

const { buyer } = orderOf()
const input = { buyer, method: 'card' as const, total: 79000 }
const waiting = (url?: string) => orderOf({ result: 'in_progress' }, { status: 'none', captured: 0, url })
const keys = (calls: Call[]) => calls.filter(({ path }) => path === '/checkout').map(({ key }) => key)

/** Presses, with time running as fast as it can. */
async function pressed(...[cart, method]: [ReturnType<typeof cartOf>, ('card' | 'pay_later')?]) {
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

describe('where a press leads', () => {
  it('is the payment page, with a card', async () => {
    const calls = fakeApi(() => ({ body: waiting('https://pay.example/1') }))
    expect(await pressed(cartOf())).toEqual({ kind: 'pay', address: 'https://pay.example/1' })
    expect(calls[0]?.body).toEqual({ buyer, method: 'card', total: 79000, currency: 'AED' })
  })

  it('is the result, when paying later', async () => {
    fakeApi(() => ({ body: orderOf({}, { method: 'pay_later', status: 'due' }) }))
    expect(await pressed(cartOf(), 'pay_later')).toEqual({ kind: 'result', path: '/checkout/success?order=o1' })
  })

  it('is the result, where nothing is to be paid or everything is over', async () => {
    fakeApi(() => ({ body: orderOf({ total: 0 }) }))
    expect(await pressed(cartOf())).toEqual({ kind: 'result', path: '/checkout/success?order=o1' })
    fakeApi(() => ({ body: orderOf({ result: 'failed' }) }))
    expect(await pressed(cartOf())).toEqual({ kind: 'result', path: '/checkout/error?order=o1' })
  })

  it('is never a page of somebody else that is not over https', async () => {
    fakeApi(() => ({ body: waiting('http://pay.example/1') }))
    expect(await pressed(cartOf())).toEqual({ kind: 'late' })
  })
})

describe('a payment page that is not there yet', () => {
  it('is waited for, with a look every two seconds', async () => {
    const calls = fakeApi((_, before) =>
      before === 3 ? { body: waiting('https://pay.example/1') } : { body: waiting() },
    )
    const outcome = placeOrder(cartOf(), buyer, 'card')
    await vi.advanceTimersByTimeAsync(5900)
    expect(calls).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(200)
    expect(await outcome).toEqual({ kind: 'pay', address: 'https://pay.example/1' })
    expect(calls.slice(1).map(({ path }) => path)).toEqual(['/orders/o1', '/orders/o1', '/orders/o1'])
  })

  it('is waited for over a failed look', async () => {
    fakeApi(({ path }, before) =>
      path === '/orders/o1' && before < 3
        ? problem('not_found', 404)
        : { body: waiting(before < 3 ? undefined : '/pay') },
    )
    expect((await pressed(cartOf())).kind).toBe('pay')
  })

  it('is given up after 25 seconds; the next click sends the same order', async () => {
    const calls = fakeApi(() => ({ body: waiting() }))
    const outcome = placeOrder(cartOf(), buyer, 'card')
    await vi.advanceTimersByTimeAsync(26_000)
    expect(await outcome).toEqual({ kind: 'late' })
    await pressed(cartOf())
    expect(new Set(keys(calls)).size).toBe(1)
  })
})

describe('the key', () => {
  it('is a fresh one for the press after an answer', async () => {
    const calls = fakeApi(({ path }) => (path === '/checkout' ? problem('sold_out') : { body: cartOf() }))
    await pressed(cartOf())
    await pressed(cartOf())
    expect(new Set(keys(calls)).size).toBe(2)
  })

  it('is the same for the press after none, unless something was changed', async () => {
    const calls = fakeApi(() => 'unreachable')
    await pressed(cartOf())
    await pressed(cartOf())
    expect(new Set(keys(calls)).size).toBe(1)
    await pressed(cartOf([itemOf({ date: '2026-12-06' })]))
    expect(new Set(keys(calls)).size).toBe(2)
    await pressed(cartOf([itemOf({ date: '2026-12-06' })]), 'pay_later')
    expect(new Set(keys(calls)).size).toBe(3)
  })
})

describe('a cart that is not what was shown', () => {
  it.each(['cart_changed', 'sold_out', 'cart_empty', 'method_unavailable', 'pay_later_too_near'])(
    'is sent again after %s',
    async (code) => {
      const now = cartOf([itemOf({ travellers: 3 })])
      fakeApi(({ path }) => (path === '/checkout' ? problem(code) : { body: now }))
      expect(await pressed(cartOf())).toMatchObject({ kind: 'review', problem: { code } })
      expect(store.get()).toEqual(now)
    },
  )

  it('loses what was shown as unavailable before it is ordered', async () => {
    const gone = itemOf({ id: 'i2', available: false })
    const calls = fakeApi(({ path }) => ({ body: path === '/checkout' ? waiting('/pay') : cartOf() }))
    await pressed(cartOf([itemOf(), gone]))
    expect(calls.map(({ path, body }) => [path, body])[0]).toEqual(['/cart/check', { dropUnavailable: true }])
    expect(calls.at(-1)?.path).toBe('/checkout')
  })

  it('loses a promo code that was shown not to apply', async () => {
    const calls = fakeApi(({ path }) => ({ body: path === '/checkout' ? waiting('/pay') : cartOf() }))
    await pressed(cartOf(undefined, { promoCode: { code: 'X', discount: 0, problem: 'promo_expired' } }))
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /cart/promo-code', 'POST /checkout'])
  })

  it('is not ordered for another total than was shown', async () => {
    const gone = itemOf({ id: 'i2', available: false })
    const calls = fakeApi(() => ({ body: cartOf(undefined, { total: 1 }) }))
    expect(await pressed(cartOf([itemOf(), gone]))).toMatchObject({ kind: 'review', problem: { code: 'cart_changed' } })
    expect(keys(calls)).toEqual([])
  })
})

it('gives any other failure as it is', async () => {
  const fields = [{ name: 'buyer.email', code: 'format' }]
  fakeApi(() => problem('invalid', 422, fields))
  expect(await pressed(cartOf())).toEqual({ kind: 'failed', problem: { status: 422, code: 'invalid', fields } })
})

describe('an order', () => {
  it('is requested again with the same key after no answer', async () => {
    const calls = fakeApi((_, before) => (before < 2 ? 'unreachable' : { body: orderOf() }))
    const made = sendOrder(input, 'key-12345')
    await vi.advanceTimersByTimeAsync(5000)
    expect((await made).id).toBe('o1')
    expect(calls.map(({ key }) => key)).toEqual(['key-12345', 'key-12345', 'key-12345'])
  })

  it('is given up after some failures', async () => {
    const calls = fakeApi(() => 'unreachable')
    const made = sendOrder(input, 'key-12345').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await made).toBeInstanceOf(Error)
    expect(calls).toHaveLength(4)
  })

  it('is waited for while the first request is under way', async () => {
    const calls = fakeApi((_, before) => (before < 5 ? problem('in_flight') : { body: orderOf() }))
    const made = sendOrder(input, 'key-12345')
    await vi.advanceTimersByTimeAsync(12_000)
    expect((await made).id).toBe('o1')
    expect(new Set(calls.map(({ key }) => key))).toEqual(new Set(['key-12345']))
  })

  it.each([502, 503, 504])('is sent once more, with its key, to a server that is unavailable: %d', async (status) => {
    const calls = fakeApi(() => problem('unavailable', status))
    const made = sendOrder(input, 'key-12345').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await made).toBeInstanceOf(Error)
    expect(calls.map(({ key }) => key)).toEqual(['key-12345', 'key-12345'])
  })

  it.each(['sold_out', 'invalid', 'key_reused'])('is not sent again after %s', async (code) => {
    const calls = fakeApi(() => problem(code))
    await expect(sendOrder(input, 'key-12345')).rejects.toThrow()
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
  ])('%o leaves the press open: %s', (failure, open) => expect(mayHaveSucceeded(failure)).toBe(open))
})

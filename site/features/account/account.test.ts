// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAccount, resetPassword, signIn } from './account'
import { callsTo, fakeApi, problem, type Call } from '../http/api.fixture'
import { cartOf } from '../order/booking.fixture'
import { cartCount } from '../cart/cart-count'
import { publishUser, user, type User } from './session'
import { signInMark } from './sign-in-mark'

const layla: User = { email: 'layla@example.com', firstName: 'Layla', lastName: 'Haddad' }
let calls: Call[]

beforeEach(() => {
  publishUser(null)
  cartCount.set(0)
  calls = fakeApi({
    'POST /session': () => ({ body: { user: layla } }),
    'POST /account/verification': () => ({ body: { user: layla } }),
    'PUT /account/password': () => ({ body: {} }),
    'GET /cart': () => ({ body: cartOf() }),
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['signing in', () => signIn({ email: 'layla@example.com', password: 'secret enough' })],
  ['opening an account', () => openAccount('s3cret')],
])('%s publishes the user and fetches the cart', async (_, enter) => {
  expect(await enter()).toEqual(layla)
  expect(user.get()).toEqual(layla)
  expect(signInMark.get()).not.toBe('')
  await vi.waitFor(() => expect(cartCount.get()).toBe(1))
})

it('opening an account that another browser requested does not change the session', async () => {
  publishUser(layla)
  calls = fakeApi({ 'POST /account/verification': () => ({ body: {} }) })
  expect(await openAccount('s3cret')).toBeNull()
  expect(user.get()).toEqual(layla)
  expect(calls).toHaveLength(1)
})

it('a rejected sign-in leaves the visitor signed out', async () => {
  calls = fakeApi({ 'POST /session': () => problem('wrong_password', 403) })
  await expect(signIn({ email: 'layla@example.com', password: 'wrong' })).rejects.toThrow()
  expect(signInMark.get()).toBe('')
  expect(calls).toHaveLength(1)
})

it('setting a new password ends the session of this browser and fetches the cart', async () => {
  publishUser(layla)
  await resetPassword({ token: 's3cret', password: 'quite another one' })
  expect([user.get(), signInMark.get()]).toEqual([null, ''])
  await vi.waitFor(() => expect(callsTo(calls, 'GET /cart')).toHaveLength(1))
})

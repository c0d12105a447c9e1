// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Call } from '../../features/http/api.fixture'
import { cartOf, itemOf } from '../../features/order/booking.fixture'
import { cart as store, type Cart } from '../../features/cart/cart'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { CartIsland } from './cart'

let calls: Call[]

/** Shows a cart; `refusal` is the API's answer where it has one. */
async function show(cart: Cart, refusal?: (call: Call) => ReturnType<typeof problem> | undefined) {
  calls = fakeApi((call) => refusal?.(call) ?? { body: cart })
  render(<CartIsland />)
  if (cart.items.length > 0) await screen.findByRole('heading', { name: 'Order summary' })
}

beforeEach(() => {
  setSite(shell, islandMessages('en', ['cart']))
  store.set(undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a price that was agreed on', () => {
  const agreed = itemOf({ agreed: true })
  afterEach(() => window.history.replaceState(null, '', '/'))

  it('comes into the cart by its mailed link, which is gone from the address then', async () => {
    window.history.replaceState(null, '', '/cart?negotiation=n1')
    await show(cartOf([agreed]))
    expect(callsTo(calls, 'POST /negotiations/acceptance').map(({ body }) => body)).toEqual([{ token: 'n1' }])
    expect(window.location.search).toBe('')
    expect(screen.getByText('The price was agreed with you, for these travellers on this day.')).toBeDefined()
  })

  it('is the answer that shows the cart: nothing is requested after it', async () => {
    window.history.replaceState(null, '', '/cart?negotiation=n1')
    await show(cartOf([agreed]))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /negotiations/acceptance'])
  })

  it.each([
    [undefined, /^Never expires$/],
    ['2027-01-01T00:00:00Z', /^Expiration date: 1 January 2027, 04:00 \(local time in Dubai\)$/],
    ['2026-12-31T20:00:00Z', /^Expiration date: 31 December 2026 \(local time in Dubai\)$/],
  ])('says until when it holds: %s', async (agreedUntil, words) => {
    await show(cartOf([{ ...agreed, agreedUntil }]))
    expect(screen.getByText(words)).toBeDefined()
  })

  it('leads to another one once it is over', async () => {
    await show(cartOf([itemOf({ available: false, status: 'CLOSED', agreedEnded: true })]))
    expect(screen.getByText(/The price that we had agreed on has ended or was used/)).toBeDefined()
    const { path } = itemOf().product
    expect(screen.getByRole('link', { name: 'Ask for a new offer' }).getAttribute('href')).toBe(path)
    expect(screen.queryByRole('link', { name: 'Change date or time' })).toBeNull()
  })

  it('is for what was agreed: neither travellers nor the day can be changed', async () => {
    await show(cartOf([agreed]))
    expect(screen.queryByText(/^Change travellers/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Change date or time' })).toBeNull()
  })

  it('that has ended is reported beside the current cart', async () => {
    window.history.replaceState(null, '', '/cart?negotiation=n1')
    await show(cartOf(), ({ path }) => (path === '/negotiations/acceptance' ? problem('link_expired', 410) : undefined))
    expect(screen.getByText(/The price that we had agreed on has ended/)).toBeDefined()
  })
})

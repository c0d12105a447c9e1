// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Answer, type Call } from '../../features/http/api.fixture'
import { cartOf, itemOf } from '../../features/order/booking.fixture'
import { cart as store, type Cart } from '../../features/cart/cart'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { CartIsland } from './cart'

let calls: Call[]

/** Shows a cart; `refusal` may answer a call in its place. */
async function show(cart: Cart, refusal?: (call: Call) => Answer | undefined) {
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

describe('an agreed price', () => {
  const agreed = itemOf({ agreed: true })
  afterEach(() => window.history.replaceState(null, '', '/'))

  it('enters the cart with its mailed link, whose token is removed from the address', async () => {
    window.history.replaceState(null, '', '/cart?negotiation=n1')
    await show(cartOf([agreed]))
    expect(callsTo(calls, 'POST /negotiations/acceptance').map(({ body }) => body)).toEqual([{ token: 'n1' }])
    expect(window.location.search).toBe('')
    expect(screen.getByText('The price was agreed with you, for these travellers on this day.')).toBeDefined()
  })

  it('shows the cart with one request', async () => {
    window.history.replaceState(null, '', '/cart?negotiation=n1')
    await show(cartOf([agreed]))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /negotiations/acceptance'])
  })

  it('keeps its token in the address while it cannot be accepted, for another try or a reload', async () => {
    window.history.replaceState(null, '', '/cart?negotiation=n1')
    let down = true
    await show(cartOf([]), () => (down ? problem('unavailable', 503) : undefined))
    const retry = await screen.findByRole('button', { name: 'Try Again' })
    expect(window.location.search).toBe('?negotiation=n1')
    down = false
    await userEvent.click(retry)
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull())
    expect(callsTo(calls, 'POST /negotiations/acceptance')).toHaveLength(2)
    expect(window.location.search).toBe('')
  })

  it.each([
    [undefined, /^Never expires$/],
    ['2027-01-01T00:00:00Z', /^Expiration date: 1 January 2027, 04:00 \(local time in Dubai\)$/],
    ['2026-12-31T20:00:00Z', /^Expiration date: 31 December 2026 \(local time in Dubai\)$/],
  ])('shows its expiration date: %s', async (agreedUntil, words) => {
    await show(cartOf([{ ...agreed, agreedUntil }]))
    expect(screen.getByText(words)).toBeDefined()
  })

  it('links to a request for a new offer after it has expired', async () => {
    await show(cartOf([itemOf({ available: false, status: 'CLOSED', agreedEnded: true })]))
    expect(screen.getByText(/The price that we had agreed on has ended or was used/)).toBeDefined()
    const { path } = itemOf().product
    expect(screen.getByRole('link', { name: 'Ask for a new offer' }).getAttribute('href')).toBe(path)
    expect(screen.queryByRole('link', { name: 'Change date or time' })).toBeNull()
  })

  it('does not let the visitor change the travellers or the day', async () => {
    await show(cartOf([agreed]))
    expect(screen.queryByText(/^Change travellers/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Change date or time' })).toBeNull()
  })

  it('comes back by its mailed link only once it is removed', async () => {
    await show(cartOf([agreed]), ({ method }) => (method === 'DELETE' ? { body: cartOf([]) } : undefined))
    await userEvent.click(screen.getByRole('button', { name: 'Remove Sunset dunes' }))
    const row = await screen.findByText(/^Removed: Sunset dunes/)
    expect(row.textContent).toContain('The link in our e-mail with the price puts it back.')
    expect(document.activeElement).toBe(row)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('is reported as ended beside the current cart if its link has expired', async () => {
    window.history.replaceState(null, '', '/cart?negotiation=n1')
    await show(cartOf(), ({ path }) => (path === '/negotiations/acceptance' ? problem('link_expired', 410) : undefined))
    expect(screen.getByText(/The price that we had agreed on has ended/)).toBeDefined()
  })

  it.each([
    ['cart_full', /^The cart is full/],
    ['currency_mismatch', /^What is in the cart is priced in another currency/],
  ])(
    'that does not fit into the cart is reported beside the cart, and asked for again later: %s',
    async (code, words) => {
      window.history.replaceState(null, '', '/cart?negotiation=n1')
      await show(cartOf([itemOf()]), ({ path }) =>
        path === '/negotiations/acceptance' ? problem(code, 409) : undefined,
      )
      expect(screen.getByText(words)).toBeDefined()
      expect(screen.getByRole('button', { name: 'Remove Sunset dunes' })).toBeDefined()
      expect(window.location.search).toBe('?negotiation=n1')
    },
  )
})

// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, problem, type Answer, type Call } from '../../features/http/api.fixture'
import { transferOf, cartOf, itemOf, orderOf } from '../../features/order/booking.fixture'
import { cart as store, type Cart } from '../../features/cart/cart'
import { rememberedBuyer } from '../../features/order/remembered-buyer'
import { publishUser } from '../../features/account/session'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { clearVisitorData } from '../../widgets/account-control/sign-out'
import { pendingEdits } from '../../features/cart/pending-edits'
import { CheckoutIsland } from './checkout'

const amal = {
  firstName: 'Amal',
  lastName: 'Haddad',
  email: 'amal@example.com',
  phoneCountry: 'AE',
  phone: '501234567',
}
const unpaidOrder = orderOf({ result: 'in_progress' }, { status: 'none', url: 'https://pay.example/1' })
const assign = vi.fn()

async function show(cart: Cart = cartOf(), answer: (call: Call) => Answer | undefined = () => undefined) {
  fakeApi((call) => answer(call) ?? { body: call.path === '/checkout' ? unpaidOrder : cart })
  render(<CheckoutIsland />)
  await screen.findByRole('heading', { name: 'Order summary' })
}
const consent = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember my details on this device' })
const pay = () => userEvent.click(screen.getByRole('button', { name: /^Pay/ }))

beforeEach(() => {
  setSite(shell, islandMessages('en', ['checkout']))
  localStorage.clear()
  sessionStorage.clear()
  publishUser(null)
  store.set(undefined)
  pendingEdits.set({})
  assign.mockReset()
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("the buyer's details", () => {
  it("are not remembered without the buyer's consent", async () => {
    sessionStorage.setItem('buyer', JSON.stringify(amal))
    await show()
    expect(consent().checked).toBe(false)
    await pay()
    await vi.waitFor(() => expect(assign).toHaveBeenCalled())
    expect(rememberedBuyer()).toBeUndefined()
  })

  it('are remembered for the next visit, and forgotten if the box is cleared or the buyer signs out', async () => {
    sessionStorage.setItem('buyer', JSON.stringify(amal))
    await show()
    await userEvent.click(consent())
    await pay()
    await vi.waitFor(() => expect(assign).toHaveBeenCalled())
    cleanup()

    sessionStorage.clear()
    await show()
    expect(consent().checked).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('amal@example.com')
    expect(screen.getByLabelText<HTMLInputElement>('Phone number').value).toBe('501234567')
    await userEvent.click(consent())
    expect(rememberedBuyer()).toBeUndefined()
    await userEvent.click(consent())
    await pay()
    await vi.waitFor(() => expect(rememberedBuyer()).toBeDefined())
    clearVisitorData()
    expect(rememberedBuyer()).toBeUndefined()
  })
})

it('the checkout shows an error and keeps the typed address if the pickup could not be saved', async () => {
  await show(cartOf([itemOf({ pickup: transferOf() })]), (call) =>
    call.method === 'PUT' ? problem('unavailable', 503) : undefined,
  )
  await userEvent.type(screen.getByLabelText('Your hotel or address'), 'Rove')
  await userEvent.tab()
  expect((await screen.findAllByText(/We cannot answer just now/)).length).toBeGreaterThan(0)
  expect(screen.getByLabelText<HTMLInputElement>('Your hotel or address').value).toBe('Rove')
})

describe('the order summary', () => {
  it('shows the extras, the pickup and the free cancellation', async () => {
    const point = { id: 'station', title: 'Railway station', time: '14:00', asksAddress: false }
    const pickup = transferOf({ points: [point], point: 'station', missing: [] })
    await show(cartOf([itemOf({ extras: [{ id: 'quad', title: 'Quad bike', quantity: 1, max: 2 }], pickup })]))
    expect(screen.getByText(/1 × Quad bike/)).toBeDefined()
    expect(screen.getByText('Pickup: 14:00 · Railway station')).toBeDefined()
    expect(screen.getAllByText(/Free cancellation until/).length).toBeGreaterThan(0)
  })

  it('shows the accepted cards, and how long seats will be held or are still held', async () => {
    await show(cartOf([itemOf()], { cards: ['Visa', 'Mastercard'] }))
    expect(screen.getByText('We hold your places for at least 10 minutes once you press the button.')).toBeDefined()
    expect(screen.getByRole('list', { name: 'Cards we take' }).textContent).toBe('VisaMastercard')
    cleanup()
    store.set(undefined)
    await show(cartOf([itemOf()], { heldUntil: new Date(Date.now() + 90_000).toISOString() }))
    expect(screen.getByRole('timer').textContent).toMatch(/^1:(30|29|28)$/)
  })
})

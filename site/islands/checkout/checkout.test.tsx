// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, problem, type Answer, type Call } from '../../features/http/api.fixture'
import { transferOf, cartOf, itemOf, orderOf } from '../../features/order/booking.fixture'
import type * as CallingCodes from '../../features/phone/calling-codes'
import { cart as store, type Cart } from '../../features/cart/cart'
import { catchLinks } from '../../lib/navigation/links.fixture'
import { publishUser, type User } from '../../features/account/session'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { writeJson } from '../../lib/browser/storage'
import { islandMessages } from '../../render/server/messages'
import { pendingEdits } from '../../features/cart/pending-edits'
import { CheckoutIsland } from './checkout'

// Headless UI sorts the countries by their places in the document, which happy-dom compares slowly: 240 take a second.
vi.mock('../../features/phone/calling-codes', async (original) => ({
  ...(await original<typeof CallingCodes>()),
  countries: ['AE', 'DE', 'OM'],
}))

const layla: User = { email: 'layla@example.com', firstName: 'Layla', lastName: 'Haddad' }
const followed = catchLinks()
let calls: Call[]
const assign = vi.fn()

async function show(cart: Cart, answer: (call: Call) => Answer | Promise<Answer> | undefined = () => undefined) {
  calls = fakeApi(async (call) => (await answer(call)) ?? { body: cart })
  render(<CheckoutIsland />)
  await screen.findByRole('heading', { name: 'Order summary' })
}

const atCheckout = (given: Answer | Promise<Answer>) => (call: Call) => (call.path === '/checkout' ? given : undefined)
const unpaidOrder = orderOf({ result: 'in_progress' }, { status: 'none', url: 'https://pay.example/1' })
const button = () => screen.getByRole('button', { name: /^(Pay|Reserve)/ }) as HTMLButtonElement
const submitOrder = () => userEvent.click(button())

async function fill() {
  await userEvent.type(screen.getByLabelText('First name'), 'Amal')
  await userEvent.type(screen.getByLabelText('Last name'), 'Haddad')
  await userEvent.type(screen.getByLabelText('E-mail'), 'amal@example.com')
  await userEvent.click(screen.getByRole('combobox'))
  await screen.findByRole('listbox')
  await userEvent.keyboard('Emirates{Enter}')
  await userEvent.type(screen.getByLabelText('Phone number'), '050 123 4567')
}

beforeEach(() => {
  // Only the messages that the document of the page has.
  setSite(shell, islandMessages('en', ['checkout']))
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

describe('the checkout form', () => {
  it('marks every empty field as required and focuses the first', async () => {
    await show(cartOf())
    expect(screen.getByText('All fields must be filled out.')).toBeDefined()
    await submitOrder()
    await vi.waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(4))
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
    expect(calls.map(({ path }) => path)).toEqual(['/cart'])
  })

  it('marks a missing pickup address with the other fields, and shows a message at the button', async () => {
    await show(cartOf([itemOf({ pickup: transferOf() })]))
    await submitOrder()
    await vi.waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(5))
    expect(screen.getByText(/Please fix the highlighted fields/)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  })

  it('fills empty fields from the account of a signed-in visitor', async () => {
    publishUser(layla)
    writeJson('buyer', { firstName: 'Amal' })
    await show(cartOf(), ({ path }) => (path === '/session' ? { body: { user: layla } } : undefined))
    const typed = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value
    await vi.waitFor(() => expect(typed('E-mail')).toBe('layla@example.com'))
    expect([typed('First name'), typed('Last name')]).toEqual(['Amal', 'Haddad'])
  })

  it('rejects an e-mail address and a phone number in a wrong format', async () => {
    await show(cartOf())
    await userEvent.type(screen.getByLabelText('E-mail'), 'amal@')
    await userEvent.type(screen.getByLabelText('Phone number'), '12')
    await submitOrder()
    await vi.waitFor(() => expect(screen.getAllByText('This format is not correct.')).toHaveLength(2))
    const email = screen.getByLabelText('E-mail')
    const descriptions = (email.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
    const words = 'This format is not correct. Enter an e-mail address like name@example.com'
    expect(descriptions.map((element) => element?.textContent)).toContain(words)
  })

  it('keeps the typed details and the payment method after a reload', async () => {
    await show(cartOf())
    await userEvent.type(screen.getByLabelText('First name'), 'Amal')
    await userEvent.type(screen.getByLabelText('Phone number'), '05')
    await userEvent.click(screen.getByRole('radio', { name: /pay later/ }))
    cleanup()
    await show(cartOf())
    expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Amal')
    expect((screen.getByLabelText('Phone number') as HTMLInputElement).value).toBe('05')
    expect((screen.getByRole('radio', { name: /pay later/ }) as HTMLInputElement).checked).toBe(true)
  })

  it.each([
    ['Pay by card', { payLater: false }, 'Pay AED 790'],
    ['Reserve now, pay later', { card: false }, 'Reserve now'],
  ])('shows the payment method without a choice if there is only one: %s', async (title, part, action) => {
    writeJson('method', title.startsWith('Pay') ? 'pay_later' : 'card')
    await show(cartOf(undefined, part))
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Payment' })).toBeDefined()
    expect(screen.getByText(title)).toBeDefined()
    expect(button().textContent?.replace(/\u00a0/g, ' ')).toBe(action)
  })

  it('offers no payment method for a free cart', async () => {
    await show(cartOf(undefined, { total: 0, card: false }))
    expect(screen.getByText('There is nothing to pay.')).toBeDefined()
    expect(screen.queryByText('Reserve now, pay later')).toBeNull()
    expect(screen.getByRole('button', { name: 'Book now' })).toBeDefined()
  })

  it('says that the whole amount is only reserved if a part of the cart awaits its supplier', async () => {
    const [request, instant] = [itemOf({ onRequest: true }), itemOf({ id: 'i2' })]
    await show(cartOf([request, instant]))
    expect(screen.getByText(/Until every supplier has answered, the whole amount is only reserved/)).toBeDefined()
    cleanup()
    store.set(undefined)
    await show(cartOf([request]))
    expect(screen.getByText(/Where the supplier confirms a booking/)).toBeDefined()
    expect(screen.queryByText(/the whole amount/)).toBeNull()
  })

  it('shows a message in place of the button if the cart has no payment method', async () => {
    await show(cartOf(undefined, { card: false, payLater: false }))
    expect(screen.getByText(/cannot be paid for here/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^(Pay|Reserve|Book)/ })).toBeNull()
  })

  it('shows an alert after a submit if the cart has no payment method', async () => {
    await show(cartOf(undefined, { card: false, payLater: false }))
    await fill()
    fireEvent.submit(screen.getByLabelText('E-mail'))
    await vi.waitFor(() => {
      const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
      expect(alerts.join()).toContain('cannot be paid for here')
    })
  })

  it('labels the button “Reserve now” if the buyer pays later', async () => {
    await show(cartOf())
    await userEvent.click(screen.getByRole('radio', { name: /pay later/ }))
    expect(button().textContent).toBe('Reserve now')
  })

  it('links to the terms and conditions and the privacy policy', async () => {
    await show(cartOf())
    const consent = within(screen.getByText(/^By booking you accept the/))
    expect(consent.getByRole('link', { name: 'terms and conditions' }).getAttribute('href')).toBe(
      '/terms-and-conditions',
    )
    expect(consent.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/privacy-policy')
  })
})

describe('the pay button', () => {
  it('shows progress, sends one order for two clicks, and opens the payment page', async () => {
    let answer = (_: Answer) => {}
    await show(cartOf(), atCheckout(new Promise<Answer>((resolve) => (answer = resolve))))
    await fill()
    await submitOrder()
    expect(await screen.findByText(/may take up to about 20 seconds/)).toBeDefined()
    expect(button().getAttribute('aria-disabled')).toBe('true')
    expect(button().getAttribute('aria-busy')).toBe('true')
    await submitOrder()
    answer({ body: unpaidOrder })
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/1'))
    expect(calls.filter(({ path }) => path === '/checkout')).toHaveLength(1)
    expect(calls.at(-1)?.body).toEqual({
      buyer: { ...orderOf().buyer },
      method: 'card',
      total: 79000,
      currency: 'AED',
    })
  })

  it('opens the result page if the buyer pays later', async () => {
    await show(cartOf(), atCheckout({ body: orderOf({}, { method: 'pay_later', status: 'due' }) }))
    await fill()
    await userEvent.click(screen.getByRole('radio', { name: /pay later/ }))
    await submitOrder()
    await vi.waitFor(() => expect(followed).toEqual(['/checkout/success?order=o1']))
  })

  it('focuses the field of a missing pickup address and shows the error', async () => {
    await show(cartOf([itemOf({ pickup: transferOf() })]))
    await fill()
    await submitOrder()
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your hotel or address')))
    expect(screen.getByText('This field is required')).toBeDefined()
  })
})

describe('an error from the server', () => {
  const failCheckout = async (given: Answer, cart = cartOf()) => {
    await show(cart, atCheckout(given))
    await fill()
    await submitOrder()
  }
  const statuses: Record<string, number> = { key_reused: 409, too_many_unpaid: 429, too_many_tries: 429 }
  const firstName = () => (screen.getByLabelText('First name') as HTMLInputElement).value

  it("appears at the buyer's fields, and the first of them gets the focus", async () => {
    const fields = [
      { name: 'buyer.phone', code: 'format' },
      { name: 'buyer.email', code: 'format' },
    ]
    await failCheckout(problem('invalid', 422, fields))
    await vi.waitFor(() => expect(screen.getAllByText('This format is not correct.')).toHaveLength(2))
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    expect(firstName()).toBe('Amal')
  })

  it('moves the focus to the pickup address of an item', async () => {
    const pickup = transferOf({ address: '?', missing: [] })
    const fields = [{ name: 'items.i1.pickup.address', code: 'required' }]
    await failCheckout(problem('invalid', 422, fields), cartOf([itemOf({ pickup })]))
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your hotel or address')))
  })

  it('links to the guest details on the cart page', async () => {
    await failCheckout(problem('invalid', 422, [{ name: 'guest.email', code: 'format' }]))
    const link = await screen.findByRole('link', { name: 'Edit the guest details' })
    expect(link.getAttribute('href')).toBe('/cart#guest')
  })

  it.each([
    ['key_reused', 'Something changed while your booking was on its way'],
    ['unavailable', 'We cannot answer just now'],
    ['internal', 'Some thing went wrong'],
    ['too_many_unpaid', 'Too many places are held without payment from your network'],
    ['too_many_tries', 'Too many tries. You can try again in 1 minute.'],
  ])('appears as a message, and the form keeps its content: %s', async (code, words) => {
    await failCheckout(problem(code, statuses[code] ?? 500))
    expect(await screen.findByText(words, { exact: false })).toBeDefined()
    expect(firstName()).toBe('Amal')
    expect(button().getAttribute('aria-disabled')).toBe(null)
    expect(document.activeElement).toBe(button())
  })

  it('appears at the payment methods if the start is too near to pay later', async () => {
    await failCheckout(problem('pay_later_too_near'))
    const words = await screen.findByText(/It starts too soon to be paid later/)
    expect(screen.getByRole('group', { name: /How would you like to pay/ }).getAttribute('aria-describedby')).toBe(
      words.id,
    )
  })

  it('shows the new total of a changed cart, and the next click sends that total', async () => {
    const now = cartOf([itemOf({ priceChanged: true, quoted: 79000 })], { total: 85000, outcome: 'prices_changed' })
    let changed = false
    await show(cartOf(), ({ path, body }) => {
      if (path === '/cart') return changed ? { body: now } : undefined
      changed = true
      return (body as { total: number }).total === 85000 ? { body: unpaidOrder } : problem('cart_changed')
    })
    await fill()
    await submitOrder()
    expect(await screen.findByText(/Some prices have changed. Please review your cart and proceed/)).toBeDefined()
    expect(button().textContent?.replace(/\u00a0/g, ' ')).toBe('Pay AED 850')
    expect(firstName()).toBe('Amal')
    await submitOrder()
    await vi.waitFor(() => expect(assign).toHaveBeenCalled())
    const keys = calls.filter(({ path }) => path === '/checkout').map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })

  it('shows the empty cart if the cart was emptied in the meantime', async () => {
    let emptied = false
    await show(cartOf(), ({ path }) => {
      if (path === '/cart') return emptied ? { body: cartOf([]) } : undefined
      emptied = true
      return problem('cart_empty')
    })
    await fill()
    await submitOrder()
    expect(await screen.findByText('There is nothing to pay for yet')).toBeDefined()
  })
})

it('the pay button is enabled again after the buyer returns from the payment page', async () => {
  await show(cartOf(), atCheckout({ body: unpaidOrder }))
  await fill()
  await submitOrder()
  await vi.waitFor(() => expect(assign).toHaveBeenCalled())
  expect(button().getAttribute('aria-disabled')).toBe('true')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await vi.waitFor(() => expect(button().getAttribute('aria-disabled')).toBe(null))
})

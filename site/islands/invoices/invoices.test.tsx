// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountEvent } from '../../features/account/open-account-dialog'
import { callsTo, fakeApi, problem, type Call, type Handlers } from '../../features/http/api.fixture'
import { bookingOf, cartOf, orderOf } from '../../features/order/booking.fixture'
import { publishUser, user } from '../../features/account/session'
import { signInMark } from '../../features/account/sign-in-mark'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { InvoicesIsland } from './invoices'

const layla = { email: 'layla@example.com', firstName: 'Layla', lastName: 'Haddad' }
const signedIn: Handlers = { 'GET /session': () => ({ body: { user: layla } }) }
let calls: Call[]

function show(address: string, handlers: Handlers = {}) {
  window.history.replaceState({}, '', address)
  calls = fakeApi({
    'GET /session': () => ({ body: {} }),
    'GET /cart': () => ({ body: cartOf([]) }),
    ...handlers,
  })
  render(<InvoicesIsland />)
}

const inFull = (element: Element | null | undefined) => element?.textContent?.replace(/\u00a0/g, ' ')

beforeEach(() => {
  publishUser(null)
  user.set(undefined)
  // Only the messages that the document of the page has.
  setSite(shell, islandMessages('en', ['invoices']))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the invoices page of a signed-out visitor', () => {
  it('asks the visitor to sign in, and fetches no invoices', async () => {
    show('/invoices')
    expect(await screen.findByRole('heading', { name: 'Please log in to see your invoices' })).toBeDefined()
    const opened = vi.fn()
    document.addEventListener(accountEvent, opened, { once: true })
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(opened).toHaveBeenCalledOnce()
    expect(callsTo(calls, 'GET /invoices')).toEqual([])
  })

  it('requests a link to one booking by its reference, copied in any form, and e-mail address', async () => {
    show('/invoices', { 'POST /orders/lookup': () => ({ status: 202 }) })
    await userEvent.type(await screen.findByLabelText('Booking reference'), ' \u2066inv-k7m3 q9xw\u2069')
    await userEvent.type(screen.getByLabelText('E-mail'), 'amal@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Send me the link' }))
    const words = await screen.findByText(/If there is such a booking/)
    expect(words.textContent).toContain('amal@example.com')
    expect(callsTo(calls, 'POST /orders/lookup')[0]?.body).toEqual({ reference: 'K7M3Q9XW', email: 'amal@example.com' })
  })

  it('marks both empty fields as required and focuses the first', async () => {
    show('/invoices')
    await userEvent.click(await screen.findByRole('button', { name: 'Send me the link' }))
    expect(screen.getAllByText('This field is required')).toHaveLength(2)
    expect(document.activeElement).toBe(screen.getByLabelText('Booking reference'))
  })
})

describe('the invoices page of a signed-in visitor', () => {
  const orders = [
    orderOf({ id: 'o1' }),
    orderOf({ id: 'o2', result: 'on_hold', hasInvoice: false }),
    orderOf({ id: 'o3', result: 'failed' }),
    orderOf({ id: 'o4' }, { method: 'pay_later', status: 'due', captured: 0 }),
  ]

  it('lists the orders with date, number, total and status', async () => {
    show('/invoices', { ...signedIn, 'GET /invoices': () => ({ body: { invoices: orders } }) })
    const [first, ...others] = await screen.findAllByRole('listitem')
    expect(inFull(first)).toMatch(/Sunset dunes.*Saturday 5 December 2026, 15:00/)
    expect(inFull(first)).toMatch(/Purchase date20 November 2026Invoice numberINV-K7M3Q9XWTotalAED 790/)
    expect(within(first!).getByText('Confirmed').className).toContain('status-good')
    expect(within(others[0]!).getByText('On hold')).toBeDefined()
    expect(inFull(others[0])).toMatch(/Order date20 November 2026Booking referenceK7M3Q9XWTotal/)
    // Confirmed, and not paid yet.
    expect(within(others[2]!).getByText('Approved').className).toContain('status-good')
    expect(within(others[1]!).getByText('Failed').className).toContain('status-bad')
    expect(within(first!).getByRole('link').getAttribute('href')).toBe('/invoices/o1')
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('loads more orders and focuses the first of them', async () => {
    const pages: Handlers = {
      'GET /invoices': ({ query }) =>
        query.before ? { body: { invoices: orders.slice(1) } } : { body: { invoices: orders.slice(0, 1), next: 'n1' } },
    }
    show('/invoices', { ...signedIn, ...pages })
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(4))
    expect(callsTo(calls, 'GET /invoices').map(({ query }) => query.before)).toEqual([undefined, 'n1'])
    expect(document.activeElement?.getAttribute('href')).toBe('/invoices/o2')
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('names the visitor by e-mail address if the account has no name', async () => {
    const user = { ...layla, firstName: '', lastName: '' }
    show('/invoices', {
      'GET /session': () => ({ body: { user } }),
      'GET /invoices': () => ({ body: { invoices: [] } }),
    })
    expect((await screen.findByText(/^Signed in as/)).textContent).toBe(`Signed in as ${layla.email}`)
  })

  it('links to the experiences if there are no orders', async () => {
    show('/invoices', { ...signedIn, 'GET /invoices': () => ({ body: { invoices: [] } }) })
    expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Find something to do' }).getAttribute('href')).toBe('/things-to-do')
  })

  it('loads the orders with the retry button after a failure', async () => {
    let fails = true
    const answer = () => (fails ? problem('invalid', 400) : { body: { invoices: orders } })
    show('/invoices', { ...signedIn, 'GET /invoices': answer })
    const again = await screen.findByRole('button', { name: 'Try Again' })
    fails = false
    await userEvent.click(again)
    expect(await screen.findAllByRole('listitem')).toHaveLength(4)
  })

  it('asks the visitor to sign in again if the session has ended', async () => {
    show('/invoices', { ...signedIn, 'GET /invoices': () => problem('signed_out', 401) })
    expect(await screen.findByRole('heading', { name: 'Please log in to see your invoices' })).toBeDefined()
    expect(signInMark.get()).toBe('')
  })
})

describe('the page of an order', () => {
  it('shows the buyer, the payment and links to documents, calendar and map', async () => {
    const meeting = { title: 'Gate 4', address: 'Al Marmoom', latitude: 24.9, longitude: 55.5 }
    const order = orderOf({ bookings: [bookingOf({ meeting })] })
    show('/invoices/o1', { 'GET /orders/o1': () => ({ body: order }) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice INV-K7M3Q9XW' })).toBeDefined()
    expect(document.title).toBe('Invoice INV-K7M3Q9XW | Wayfare')
    expect(screen.getAllByText('Confirmed')).toHaveLength(2)
    for (const text of ['K7M3Q9XW', 'amal@example.com', '+971 50 123 4567', 'Paid by card'])
      expect(screen.getByText(text)).toBeDefined()
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Download the invoice')).toBe('/api/v1/orders/o1/invoice.pdf')
    expect(link('Download ticket: Sunset dunes')).toBe('/api/v1/orders/o1/bookings/b1/ticket.pdf')
    expect(link('Add to calendar: Sunset dunes')).toBe('/api/v1/orders/o1/bookings/b1/event.ics')
    expect(link('Open in a map: Gate 4')).toContain('query=24.9%2C55.5')
  })

  it('says that the details of the buyer were deleted', async () => {
    const buyer = { firstName: '', lastName: '', email: '', phoneCountry: '', phone: '' }
    show('/invoices/o1', { 'GET /orders/o1': () => ({ body: orderOf({ buyer, buyerPhone: undefined }) }) })
    const removed = await screen.findByText('Deleted: we no longer keep the buyer’s details')
    expect(removed.closest('dd')?.textContent).toBe('Deleted: we no longer keep the buyer’s details')
    expect(screen.getByText('K7M3Q9XW')).toBeDefined()
  })

  it('shows the payment deadline, and no invoice, while the payment is due', async () => {
    const payment = { method: 'pay_later' as const, status: 'due' as const, captured: 0, payBy: '2026-11-24T10:00:00Z' }
    show('/invoices/o1', {
      'GET /orders/o1': () => ({ body: orderOf({ bookings: [bookingOf({ status: 'PENDING' })] }, payment) }),
    })
    expect(await screen.findByText('Waiting for payment')).toBeDefined()
    expect(await screen.findByRole('heading', { level: 1, name: 'Booking K7M3Q9XW' })).toBeDefined()
    expect(document.title).toBe('Booking K7M3Q9XW | Wayfare')
    expect(screen.queryByText(/invoice/i, { ignore: 'a' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Download the booking summary' })).toBeDefined()
    expect(screen.getByText('To be paid by 24 November 2026, 14:00 (local time in Dubai)')).toBeDefined()
  })

  it('links to the result page if a part of the order failed', async () => {
    show('/invoices/o1', { 'GET /orders/o1': () => ({ body: orderOf({ result: 'partial' }) }) })
    const way = await screen.findByRole('link', { name: 'Try again, or see what to do next' })
    expect(way.getAttribute('href')).toBe('/checkout/success?order=o1')
  })

  it('hides the order from a visitor without access, and shows it after sign-in', async () => {
    let answer: () => ReturnType<typeof problem> = () => problem('not_found', 404)
    show('/invoices/o1', { 'GET /orders/o1': () => answer() })
    expect(await screen.findByRole('heading', { name: 'We cannot find this booking' })).toBeDefined()
    answer = () => ({ body: orderOf() })
    publishUser(layla, { newSession: true })
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice INV-K7M3Q9XW' })).toBeDefined()
  })
})

describe('the cancellation of a booking', () => {
  const path = '/orders/o1/bookings/b1/cancellation'
  const quote = (refund: number, percent = 50, part = {}) => ({
    body: { refund, back: refund, percent, currency: 'AED', exponent: 2, ...part },
  })
  const cancelled = orderOf(
    { bookings: [bookingOf({ status: 'CANCELLED', cancellable: false, hasTicket: false, refunded: 39500 })] },
    { status: 'refunded', refunded: 39500 },
  )

  const free = (freeUntil: 'confirmation' | 'payment', payment: Parameters<typeof orderOf>[1]) =>
    orderOf({ bookings: [bookingOf({ cancellation: { freeUntil, steps: [] } })] }, payment)

  async function ask(handlers: Handlers, order = orderOf()) {
    show('/invoices/o1', { 'GET /orders/o1': () => ({ body: order }), ...handlers })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel this booking: Sunset dunes' }))
    return within(await screen.findByRole('dialog', { name: 'Cancel this booking?' }))
  }

  it('shows the refund before it is confirmed, and refunds that amount', async () => {
    const dialog = await ask({ [`GET ${path}`]: () => quote(39500), [`POST ${path}`]: () => ({ body: cancelled }) })
    expect(inFull((await dialog.findByText('You get back')).parentElement)).toBe('You get backAED 395')
    expect(dialog.getByText(/50% of the price/)).toBeDefined()
    const confirm = dialog.getByRole('button', { name: 'Cancel the booking' })
    expect(confirm.className).not.toContain('button-primary')
    await userEvent.click(confirm)
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(callsTo(calls, `POST ${path}`)[0]?.body).toEqual({ refund: 39500, quote: quote(39500).body })
    expect(screen.getAllByText('Cancelled')).toHaveLength(2)
    expect(document.activeElement?.id).toBe('booking-b1')
  })

  it('says that the shop itself refunds a payment that was not made by card', async () => {
    const paid = orderOf({}, { method: 'pay_later', status: 'captured', captured: 79000, refundByShop: true })
    const dialog = await ask({ [`GET ${path}`]: () => quote(39500) }, paid)
    expect(await dialog.findByText(/The shop gives it back itself/)).toBeDefined()
    expect(dialog.queryByText(/within 24 hours/)).toBeNull()
  })

  it('shows the amount that is still due if a partly paid booking is cancelled', async () => {
    const paid = orderOf({}, { method: 'pay_later', status: 'due', captured: 20000, refundByShop: true })
    const dialog = await ask({ [`GET ${path}`]: () => quote(39500, 50, { back: 0, due: 19500 }) }, paid)
    await dialog.findByText(/^50% of the price is waived/)
    expect(dialog.queryByText('You get back')).toBeNull()
    expect(inFull(dialog.getByText(/is still to be paid for it/))).toBe('AED 195 is still to be paid for it.')
    expect(dialog.queryByText(/gives it back itself/)).toBeNull()
    cleanup()
    const late = await ask({ [`GET ${path}`]: () => quote(0, 0, { due: 59000 }) }, paid)
    expect(inFull(await late.findByText(/is still to be paid for it/))).toBe('AED 590 is still to be paid for it.')
    expect(late.getByText(/nothing is refunded any more/).parentElement?.textContent).not.toContain('0%')
  })

  it('shows the part of the payment that goes towards the rest of the order', async () => {
    const dialog = await ask({ [`GET ${path}`]: () => quote(39500, 50, { back: 9500, applied: 30000 }) })
    expect(inFull((await dialog.findByText('You get back')).parentElement)).toBe('You get backAED 95')
    expect(inFull(dialog.getByText(/towards the rest/))).toContain('AED 300 of what you paid for it')
  })

  it('shows the price, the payment and the refund of a cancelled booking', async () => {
    const bookings = [bookingOf({ status: 'CANCELLED', amount: 71100, refunded: 71100 })]
    const order = orderOf(
      { bookings, promoCode: 'TENTH', promoDiscount: 7900, discount: 18900, total: 71100 },
      { status: 'refunded', captured: 71100, refunded: 71100 },
    )
    show('/invoices/o1', { 'GET /orders/o1': () => ({ body: order }) })
    const booked = (await screen.findByRole('heading', { name: 'Sunset dunes' })).closest('li')
    expect(inFull(booked)).toContain('PriceAED 790Promo code TENTH-AED 79PaidAED 711RefundedAED 711')
  })

  it('shows earlier refunds apart from the refund of this cancellation', async () => {
    const dialog = await ask(
      { [`GET ${path}`]: () => quote(29500) },
      orderOf({ bookings: [bookingOf({ refunded: 10000 })] }),
    )
    expect(inFull((await dialog.findByText('You get back')).parentElement)).toBe('You get backAED 295')
    expect(inFull(dialog.getByText(/^Refunded/))).toBe('Refunded: AED 100')
  })

  it('sends nothing if the visitor keeps the booking', async () => {
    const dialog = await ask({ [`GET ${path}`]: () => quote(39500) })
    await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(callsTo(calls, `POST ${path}`)).toEqual([])
  })

  it('asks for confirmation again if the refund has changed', async () => {
    let refund = 79000
    const dialog = await ask({
      [`GET ${path}`]: () => quote(refund),
      [`POST ${path}`]: ({ body }) =>
        (body as { refund: number }).refund === 39500 ? { body: cancelled } : problem('price_changed'),
    })
    await dialog.findByText('You get back')
    refund = 39500
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the booking' }))
    expect(await dialog.findByText(/The refund has changed in the meantime/)).toBeDefined()
    expect(inFull(dialog.getByText('You get back').parentElement)).toBe('You get backAED 395')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the booking' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says that it is too late, and fetches the order again when the dialog closes', async () => {
    const dialog = await ask({ [`GET ${path}`]: () => problem('not_possible') })
    expect(await dialog.findByText('This booking can no longer be cancelled.')).toBeDefined()
    const before = callsTo(calls, 'GET /orders/o1').length
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[1]!)
    await vi.waitFor(() => expect(callsTo(calls, 'GET /orders/o1')).toHaveLength(before + 1))
  })

  it.each([
    ['nothing is refunded', orderOf(), 0, /nothing is refunded any more/],
    ['the card was not charged yet', free('confirmation', { status: 'authorised', captured: 0 }), 0, /is released/],
    [
      'nothing was paid yet',
      free('payment', { method: 'pay_later', status: 'due', captured: 0 }),
      0,
      /nothing to give back/,
    ],
    [
      'a part of the reserved amount is charged',
      orderOf({}, { status: 'authorised', captured: 0 }),
      100,
      /rest .* is charged/,
    ],
  ])('explains the outcome if %s', async (_, order, refund, words) => {
    const dialog = await ask({ [`GET ${path}`]: () => quote(refund, 0, order.bookings[0]!.cancellation) }, order)
    expect(await dialog.findByText(words)).toBeDefined()
  })
})

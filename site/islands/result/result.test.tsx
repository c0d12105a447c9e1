// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, problem, type Answer, type Call } from '../../features/http/api.fixture'
import { loadCart } from '../../features/cart/cart'
import { cartCount } from '../../features/cart/cart-count'
import { bookingOf, cartOf, orderOf } from '../../features/order/booking.fixture'
import type { Order } from '../../features/order/order'
import { catchLinks } from '../../lib/navigation/links.fixture'
import { signInMark } from '../../features/account/sign-in-mark'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import type { Outcome } from '../../lib/payload.gen'
import { ResultIsland } from './result'

const left = catchLinks()
let calls: Call[]
const went = vi.fn()

function show(
  order: Order | Answer,
  {
    page = 'success',
    cart = { body: cartOf([]) },
    answer,
  }: { page?: Outcome; cart?: Answer; answer?: (call: Call) => Answer } = {},
) {
  window.history.replaceState({}, '', `/checkout/${page}?order=o1`)
  calls = fakeApi((call) => {
    if (call.path === '/cart') return cart
    if (call.path === '/orders/o1') return typeof order === 'object' && 'id' in order ? { body: order } : order
    return answer?.(call) ?? problem('not_found', 404)
  })
  render(<ResultIsland page={page} />)
}

const callCount = (path: string) => calls.filter((call) => call.path === path).length
const address = () => window.location.pathname + window.location.search
const failed = (payment: Partial<Order['payment']>, status: 'ON_HOLD' | 'EXPIRED' | 'REJECTED' = 'EXPIRED') =>
  orderOf({ result: 'failed', bookings: [bookingOf({ status })] }, { captured: 0, authorised: 0, ...payment })

beforeEach(() => {
  // Only the messages that the document of the page has.
  setSite(shell, islandMessages('en', ['result']))
  signInMark.set('')
  went.mockReset()
  vi.spyOn(window.location, 'assign').mockImplementation(went)
})
afterEach(async () => {
  cleanup()
  // Requests of the cart go one after another: this one comes after any that the test began, which would count in the next.
  await loadCart().catch(() => {})
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a booking', () => {
  it('whose buyer was removed names no address', async () => {
    show(orderOf({ buyer: { firstName: '', lastName: '', email: '', phoneCountry: '', phone: '' } }))
    expect(await screen.findByText('K7M3Q9XW')).toBeDefined()
    expect(screen.queryByText(/We write to/)).toBeNull()
  })

  it('that was paid shows reference, activities and money, and fetches the cart again', async () => {
    show(orderOf())
    expect(await screen.findByText('K7M3Q9XW')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Booked successfully')
    expect(screen.getByText('Sunset dunes')).toBeDefined()
    expect(screen.getByText('local time in Dubai')).toBeDefined()
    expect(screen.getByText('Paid by card')).toBeDefined()
    await vi.waitFor(() => expect(callCount('/cart')).toBe(1))
    expect(document.title).toBe('Booked successfully | Wayfare')
  })

  it('that was paid leaves no count at the cart, though the cart cannot be fetched', async () => {
    cartCount.set(2)
    show(orderOf(), { cart: 'unreachable' })
    await vi.waitFor(() => expect(callCount('/cart')).toBe(1))
    expect(cartCount.get()).toBe(0)
  })

  it('that is paid in part shows its price as a total', async () => {
    const part = { promoCode: 'TENTH', promoDiscount: 7900, total: 71100, bookings: [bookingOf({ amount: 71100 })] }
    show(orderOf(part, { method: 'pay_later', status: 'due', captured: 20000, due: 51100 }))
    const booked = (await screen.findByRole('heading', { name: 'Sunset dunes' })).closest('li')
    expect(booked?.textContent).toMatch(/Total\D*711/)
    expect(booked?.textContent).not.toContain('Paid')
  })

  it('shows the promo code apart from reduced prices', async () => {
    show(orderOf({ promoCode: 'TENTH', promoDiscount: 7900, discount: 18900, total: 71100 }))
    const row = (await screen.findByText('Promo code TENTH')).closest('li')
    expect(row?.textContent?.replace(/\u00a0/g, ' ')).toContain('-AED 79')
    expect(screen.getAllByText('Discount')[0]?.closest('li')?.textContent).toContain('110')
  })

  it('of which a part was never charged comes to what is left', async () => {
    show(orderOf({ result: 'partial', dropped: 39500 }, { captured: 39500 }))
    const row = (await screen.findByText('Not charged')).closest('li')
    expect(row?.textContent?.replace(/\u00a0/g, ' ')).toContain('-AED 395')
    expect(
      screen
        .getByText('Total')
        .closest('li')
        ?.textContent?.replace(/\u00a0/g, ' '),
    ).toContain('AED 395')
  })

  it('names the option of a booking, unless that has the title of the product', async () => {
    const { product, option } = bookingOf()
    const only = bookingOf({ id: 'b2', option: { id: 'only', title: product.title } })
    show(orderOf({ bookings: [bookingOf(), only] }))
    expect(await screen.findAllByText(option.title)).toHaveLength(1)
    expect(screen.getAllByText(product.title)).toHaveLength(2)
  })

  it('says the opening hours where there is no start', async () => {
    const openingHours = [{ from: '10:00', to: '22:00' }]
    show(orderOf({ bookings: [bookingOf({ startTime: undefined, openingHours })] }))
    expect(await screen.findByText('any time, 10:00 to 22:00')).toBeDefined()
  })

  it('to be paid later is worded as a reservation, with its deadline in the time of the place', async () => {
    const bookings = [bookingOf({ status: 'PENDING' })]
    show(orderOf({ bookings }, { method: 'pay_later', status: 'due', captured: 0, payBy: '2026-11-21T10:00:00Z' }))
    expect(await screen.findByRole('heading', { name: 'You’re reserved' })).toBeDefined()
    expect(screen.getByText(/We’ll contact you to arrange the payment/)).toBeDefined()
    expect(screen.getByText('To be paid by 21 November 2026, 14:00 (local time in Dubai)')).toBeDefined()
  })

  it('to be paid later names what its supplier has still to confirm, and what becomes of a part that was paid', async () => {
    const bookings = [
      bookingOf({ status: 'PENDING', awaitsSupplier: true }),
      bookingOf({ id: 'b2', status: 'PENDING' }),
    ]
    const payment = { method: 'pay_later', status: 'due', captured: 50000, payBy: '2026-11-21T10:00:00Z' } as const
    show(orderOf({ bookings }, payment))
    expect(await screen.findAllByText(/is still to be confirmed by its supplier/)).toHaveLength(1)
    expect(screen.getByText(/We received AED.500\. We contact you to arrange the rest/)).toBeDefined()
  })

  it('on hold says that the amount is only reserved', async () => {
    const bookings = [bookingOf({ status: 'PENDING' })]
    const confirmBy = '2026-11-29T07:55:40Z'
    show(orderOf({ result: 'on_hold', bookings, confirmBy }, { status: 'authorised', captured: 0 }))
    expect(await screen.findByText(/only reserved on your card/)).toBeDefined()
    expect(
      screen.getByText('We e-mail you by 29 November 2026, 11:55 (local time in Dubai) at the latest.'),
    ).toBeDefined()
    expect(screen.getByText(/What is not confirmed by then is not charged/)).toBeDefined()
    expect(screen.getByText('Reserved on your card')).toBeDefined()
    expect(screen.getByText('Waiting for confirmation')).toBeDefined()
    await vi.waitFor(() => expect(address()).toBe('/checkout/on_hold?order=o1'))
  })

  it('that costs nothing says nothing of a card or a payment', async () => {
    const free = { total: 0, original: 0, discount: 0 }
    show(orderOf(free, { captured: 0, authorised: 0 }))
    expect(await screen.findByText('Confirmed, with nothing to pay. The tickets are in your e-mail.')).toBeDefined()
    cleanup()
    const bookings = [bookingOf({ status: 'PENDING' })]
    show(orderOf({ ...free, result: 'on_hold', bookings }, { captured: 0, authorised: 0 }))
    expect(await screen.findByText(/There is nothing to pay; the supplier has still to confirm it/)).toBeDefined()
    expect(screen.queryByText(/on your card/)).toBeNull()
  })

  it('that is confirmed hands out its ticket, an event for calendars and the invoice', async () => {
    show(orderOf({ bookings: [bookingOf({ id: 'b 1' })] }))
    const ticket = await screen.findByRole('link', { name: 'Download ticket: Sunset dunes' })
    expect(ticket.getAttribute('href')).toBe('/api/v1/orders/o1/bookings/b%201/ticket.pdf')
    const event = screen.getByRole('link', { name: 'Add to calendar: Sunset dunes' })
    expect(event.getAttribute('href')).toBe('/api/v1/orders/o1/bookings/b%201/event.ics')
    const invoice = screen.getByRole('link', { name: 'Download the invoice' })
    expect(invoice.getAttribute('href')).toBe('/api/v1/orders/o1/invoice.pdf')
    // A link without it would have the router look for a page there.
    for (const link of [ticket, event, invoice]) expect(link.hasAttribute('download')).toBe(true)
  })

  it('that waits has no ticket yet, but a date', async () => {
    const bookings = [bookingOf({ status: 'PENDING', hasTicket: false })]
    show(orderOf({ bookings }, { method: 'pay_later', status: 'due', captured: 0 }))
    expect(await screen.findByRole('link', { name: 'Add to calendar: Sunset dunes' })).toBeDefined()
    expect(screen.queryByRole('link', { name: /ticket|invoice/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Download the booking summary' })).toBeDefined()
    expect(screen.getByText('Booked on 20 November 2026')).toBeDefined()
  })

  it('that was cancelled does not say that it is booked', async () => {
    show(orderOf({ bookings: [bookingOf({ status: 'CANCELLED', hasTicket: false })] }, { status: 'refunded' }))
    expect(await screen.findByText('Ordered on 20 November 2026')).toBeDefined()
    expect(screen.queryByText(/Booked on/)).toBeNull()
  })

  it('that came to nothing has nothing to hand out', async () => {
    show(
      orderOf(
        { result: 'failed', bookings: [bookingOf({ status: 'EXPIRED', hasTicket: false })] },
        { captured: 0, status: 'failed' },
      ),
    )
    await screen.findByText('K7M3Q9XW')
    expect(screen.queryByRole('link', { name: /ticket|calendar|invoice/i })).toBeNull()
  })

  it('that is part confirmed lets the rest be put back into the cart', async () => {
    const bookings = [bookingOf(), bookingOf({ id: 'b2', status: 'REJECTED' })]
    show(orderOf({ result: 'partial', bookings }), { answer: () => ({ body: cartOf() }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Put back in the cart and try again' }))
    await vi.waitFor(() => expect(left).toEqual(['/cart']))
    expect(callCount('/orders/o1/retry')).toBe(1)
    expect(screen.getByText('Not confirmed')).toBeDefined()
  })
})

describe('what was booked', () => {
  it('is one booking to whoever is not signed in: it opens where it was made', async () => {
    show(orderOf())
    const link = await screen.findByRole('link', { name: 'See my booking' })
    expect(link.getAttribute('href')).toBe('/invoices/o1')
  })

  it('is in the list of the signed-in user', async () => {
    signInMark.set('somebody')
    show(orderOf())
    const link = await screen.findByRole('link', { name: 'See my bookings' })
    expect(link.getAttribute('href')).toBe('/invoices')
  })
})

describe('the address', () => {
  it.each([
    ['success', orderOf(), '/checkout/success?order=o1'],
    ['partial', orderOf({ result: 'partial' }), '/checkout/success?order=o1'],
    ['failed', failed({ status: 'failed' }), '/checkout/error?order=o1'],
    ['in progress', orderOf({ result: 'in_progress' }), '/checkout/success?order=o1'],
  ] as const)('follows the result: %s', async (_, order, path) => {
    show(order)
    await screen.findByText('K7M3Q9XW')
    await vi.waitFor(() => expect(address()).toBe(path))
  })
})

describe('a payment that did not go through', () => {
  it('is tried again on a new payment page while the seats are held', async () => {
    show(failed({ status: 'failed', retryable: true }, 'ON_HOLD'), {
      page: 'error',
      answer: () => ({ body: orderOf({ result: 'in_progress' }, { url: 'https://pay.example/2' }) }),
    })
    expect(await screen.findByText(/Sorry, the payment did not go through/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(went).toHaveBeenCalledWith('https://pay.example/2'))
  })

  it('can be put back into the cart once the seats are gone', async () => {
    show(failed({ status: 'failed', retryable: true }, 'ON_HOLD'), {
      page: 'error',
      answer: ({ path }) => (path.endsWith('/payment') ? problem('hold_expired') : { body: cartOf() }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText(/that time is over/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Put back in the cart and try again' }))
    await vi.waitFor(() => expect(left).toEqual(['/cart']))
  })

  it('and was received after all is refunded', async () => {
    show(failed({ status: 'refund_pending', captured: 79000, refundDue: 70000 }))
    expect(await screen.findByRole('heading', { name: 'Booking unsuccessful' })).toBeDefined()
    expect(screen.getByText(/refunded within 24 hours/)).toBeDefined()
    const due = screen.getByText('Refund on its way, within 24 hours').closest('li')
    expect(due?.textContent?.replace(/\u00a0/g, ' ')).toContain('AED 700')
  })

  it('and cannot be refunded by card is not promised so', async () => {
    show(failed({ status: 'refund_failed', captured: 79000, refundDue: 79000, refundByShop: true }))
    const due = (await screen.findByText('The shop owes you this, and gives it back itself')).closest('li')
    expect(due?.textContent?.replace(/\u00a0/g, ' ')).toContain('AED 790')
    expect(screen.queryByText(/within 24 hours/)).toBeNull()
  })

  it.each([
    ['wholly', 79000],
    ['in part, and is not owed for the rest', 30000],
  ])('and was given back %s is said to be', async (_, refunded) => {
    show(failed({ status: 'refunded', captured: 79000, refunded }))
    expect(await screen.findByText('The booking did not go through. What was refunded is below.')).toBeDefined()
    const back = screen.getByText('Refunded').closest('li')
    expect(back?.textContent?.replace(/\u00a0/g, ' ')).toContain(`AED ${refunded / 100}`)
    expect(screen.queryByText(/owes you|not completed/)).toBeNull()
  })

  it('and is not given back is not said to be', async () => {
    show(failed({ status: 'captured', captured: 79000 }))
    expect(await screen.findByRole('heading', { name: 'Booking unsuccessful' })).toBeDefined()
    expect(screen.queryByText(/owes you|refunded|not completed/)).toBeNull()
  })
})

it('says so where something else went wrong', async () => {
  show(failed({ status: 'none' }, 'REJECTED'))
  expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeDefined()
  expect(screen.getByText('We had a problem with your booking request.')).toBeDefined()
})

describe('without an order', () => {
  it('an address says so and leads on', async () => {
    window.history.replaceState({}, '', '/checkout/success')
    calls = fakeApi(() => ({ body: orderOf() }))
    render(<ResultIsland page="success" />)
    expect(screen.getByRole('heading', { name: 'We cannot find this booking here' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to the cart' })).toBeDefined()
    expect(calls).toHaveLength(0)
  })

  it('that is known, too', async () => {
    show(problem('not_found', 404))
    expect(await screen.findByRole('heading', { name: 'We cannot find this booking here' })).toBeDefined()
  })

  it('that can be fetched, it is fetched again', async () => {
    show('unreachable')
    expect(await screen.findByRole('heading', { name: 'We cannot look up your booking just now' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(callCount('/orders/o1')).toBeGreaterThan(1))
  })
})

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

const followed = catchLinks()
let calls: Call[]
const assign = vi.fn()

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
  assign.mockReset()
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
})
afterEach(async () => {
  cleanup()
  // Requests of the cart go one after another: this one comes after any that the test began, which would count in the next.
  await loadCart().catch(() => {})
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the result page', () => {
  it('names no e-mail address if the details of the buyer were deleted', async () => {
    show(orderOf({ buyer: { firstName: '', lastName: '', email: '', phoneCountry: '', phone: '' } }))
    expect(await screen.findByText('K7M3Q9XW')).toBeDefined()
    expect(screen.queryByText(/We write to/)).toBeNull()
  })

  it('shows reference, activities and payment of a paid order, and fetches the cart again', async () => {
    show(orderOf())
    expect(await screen.findByText('K7M3Q9XW')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Booked successfully')
    expect(screen.getByText('Sunset dunes')).toBeDefined()
    expect(screen.getByText('local time in Dubai')).toBeDefined()
    expect(screen.getByText('Paid by card')).toBeDefined()
    await vi.waitFor(() => expect(callCount('/cart')).toBe(1))
    expect(document.title).toBe('Booked successfully | Wayfare')
  })

  it('clears the cart count after a paid order, even if the cart cannot be fetched', async () => {
    cartCount.set(2)
    show(orderOf(), { cart: 'unreachable' })
    await vi.waitFor(() => expect(callCount('/cart')).toBe(1))
    expect(cartCount.get()).toBe(0)
  })

  it('shows the price of a partly paid booking as its total, not as paid', async () => {
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

  it('subtracts an amount that was not charged from the total', async () => {
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

  it('names the option of a booking unless the product has the same title', async () => {
    const { product, option } = bookingOf()
    const only = bookingOf({ id: 'b2', option: { id: 'only', title: product.title } })
    show(orderOf({ bookings: [bookingOf(), only] }))
    expect(await screen.findAllByText(option.title)).toHaveLength(1)
    expect(screen.getAllByText(product.title)).toHaveLength(2)
  })

  it('shows the opening hours of a booking without a start time', async () => {
    const openingHours = [{ from: '10:00', to: '22:00' }]
    show(orderOf({ bookings: [bookingOf({ startTime: undefined, openingHours })] }))
    expect(await screen.findByText('any time, 10:00 to 22:00')).toBeDefined()
  })

  it('shows a reservation and its payment deadline in local time if the buyer pays later', async () => {
    const bookings = [bookingOf({ status: 'PENDING' })]
    show(orderOf({ bookings }, { method: 'pay_later', status: 'due', captured: 0, payBy: '2026-11-21T10:00:00Z' }))
    expect(await screen.findByRole('heading', { name: 'You’re reserved' })).toBeDefined()
    expect(screen.getByText(/We’ll contact you to arrange the payment/)).toBeDefined()
    expect(screen.getByText('To be paid by 21 November 2026, 14:00 (local time in Dubai)')).toBeDefined()
  })

  it('names bookings that await their supplier, and the paid part, if the buyer pays later', async () => {
    const bookings = [
      bookingOf({ status: 'PENDING', awaitsSupplier: true }),
      bookingOf({ id: 'b2', status: 'PENDING' }),
    ]
    const payment = { method: 'pay_later', status: 'due', captured: 50000, payBy: '2026-11-21T10:00:00Z' } as const
    show(orderOf({ bookings }, payment))
    expect(await screen.findAllByText(/is still to be confirmed by its supplier/)).toHaveLength(1)
    expect(screen.getByText(/We received AED.500\. We contact you to arrange the rest/)).toBeDefined()
  })

  it('says that the amount is only reserved, and until when, if the order is on hold', async () => {
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

  it('mentions neither a card nor a payment if the order costs nothing', async () => {
    const free = { total: 0, original: 0, discount: 0 }
    show(orderOf(free, { captured: 0, authorised: 0 }))
    expect(await screen.findByText('Confirmed, with nothing to pay. The tickets are in your e-mail.')).toBeDefined()
    cleanup()
    const bookings = [bookingOf({ status: 'PENDING' })]
    show(orderOf({ ...free, result: 'on_hold', bookings }, { captured: 0, authorised: 0 }))
    expect(await screen.findByText(/There is nothing to pay; the supplier has still to confirm it/)).toBeDefined()
    expect(screen.queryByText(/on your card/)).toBeNull()
  })

  it('links to the ticket, the calendar event and the invoice of a confirmed booking', async () => {
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

  it('links to a calendar event, but to no ticket, while a booking is pending', async () => {
    const bookings = [bookingOf({ status: 'PENDING', hasTicket: false })]
    show(orderOf({ bookings }, { method: 'pay_later', status: 'due', captured: 0 }))
    expect(await screen.findByRole('link', { name: 'Add to calendar: Sunset dunes' })).toBeDefined()
    expect(screen.queryByRole('link', { name: /ticket|invoice/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Download the booking summary' })).toBeDefined()
    expect(screen.getByText('Booked on 20 November 2026')).toBeDefined()
  })

  it('shows the date of the order, not of the booking, if the booking was cancelled', async () => {
    show(orderOf({ bookings: [bookingOf({ status: 'CANCELLED', hasTicket: false })] }, { status: 'refunded' }))
    expect(await screen.findByText('Ordered on 20 November 2026')).toBeDefined()
    expect(screen.queryByText(/Booked on/)).toBeNull()
  })

  it('links to no documents if the order has failed', async () => {
    show(
      orderOf(
        { result: 'failed', bookings: [bookingOf({ status: 'EXPIRED', hasTicket: false })] },
        { captured: 0, status: 'failed' },
      ),
    )
    await screen.findByText('K7M3Q9XW')
    expect(screen.queryByRole('link', { name: /ticket|calendar|invoice/i })).toBeNull()
  })

  it('puts the rejected booking of a partly confirmed order back into the cart', async () => {
    const bookings = [bookingOf(), bookingOf({ id: 'b2', status: 'REJECTED' })]
    show(orderOf({ result: 'partial', bookings }), { answer: () => ({ body: cartOf() }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Put back in the cart and try again' }))
    await vi.waitFor(() => expect(followed).toEqual(['/cart']))
    expect(callCount('/orders/o1/retry')).toBe(1)
    expect(screen.getByText('Not confirmed')).toBeDefined()
  })
})

describe('the link from the result page to the bookings', () => {
  it('opens the order if the visitor is signed out', async () => {
    show(orderOf())
    const link = await screen.findByRole('link', { name: 'See my booking' })
    expect(link.getAttribute('href')).toBe('/invoices/o1')
  })

  it('opens the list of orders if the visitor is signed in', async () => {
    signInMark.set('somebody')
    show(orderOf())
    const link = await screen.findByRole('link', { name: 'See my bookings' })
    expect(link.getAttribute('href')).toBe('/invoices')
  })
})

describe('the address of the result page', () => {
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

describe('a failed payment', () => {
  it('is tried again on a new payment page while the seats are held', async () => {
    show(failed({ status: 'failed', retryable: true }, 'ON_HOLD'), {
      page: 'error',
      answer: () => ({ body: orderOf({ result: 'in_progress' }, { url: 'https://pay.example/2' }) }),
    })
    expect(await screen.findByText(/Sorry, the payment did not go through/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/2'))
  })

  it('lets the visitor put the booking back into the cart after the hold has expired', async () => {
    show(failed({ status: 'failed', retryable: true }, 'ON_HOLD'), {
      page: 'error',
      answer: ({ path }) => (path.endsWith('/payment') ? problem('hold_expired') : { body: cartOf() }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText(/that time is over/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Put back in the cart and try again' }))
    await vi.waitFor(() => expect(followed).toEqual(['/cart']))
  })

  it('shows the refund on its way if the money was received after all', async () => {
    show(failed({ status: 'refund_pending', captured: 79000, refundDue: 70000 }))
    expect(await screen.findByRole('heading', { name: 'Booking unsuccessful' })).toBeDefined()
    expect(screen.getByText(/refunded within 24 hours/)).toBeDefined()
    const due = screen.getByText('Refund on its way, within 24 hours').closest('li')
    expect(due?.textContent?.replace(/\u00a0/g, ' ')).toContain('AED 700')
  })

  it('shows that the shop itself refunds the money if the card cannot be refunded', async () => {
    show(failed({ status: 'refund_failed', captured: 79000, refundDue: 79000, refundByShop: true }))
    const due = (await screen.findByText('The shop owes you this, and gives it back itself')).closest('li')
    expect(due?.textContent?.replace(/\u00a0/g, ' ')).toContain('AED 790')
    expect(screen.queryByText(/within 24 hours/)).toBeNull()
  })

  it('shows what was written off of the refund, so that the sums add up', async () => {
    show(failed({ status: 'captured', captured: 79000, refunded: 50000, writtenOff: 29000 }))
    const rest = (await screen.findByText('Settled without a refund')).closest('li')
    expect(rest?.textContent?.replace(/\u00a0/g, ' ')).toContain('AED 290')
  })

  it.each([
    ['the whole amount', 79000],
    ['a part of the amount', 30000],
  ])('shows the refund, and no debt, after a refund of %s', async (_, refunded) => {
    show(failed({ status: 'refunded', captured: 79000, refunded }))
    expect(await screen.findByText('The booking did not go through. What was refunded is below.')).toBeDefined()
    const back = screen.getByText('Refunded').closest('li')
    expect(back?.textContent?.replace(/\u00a0/g, ' ')).toContain(`AED ${refunded / 100}`)
    expect(screen.queryByText(/owes you|not completed/)).toBeNull()
  })

  it('mentions no refund if the payment was captured and not refunded', async () => {
    show(failed({ status: 'captured', captured: 79000 }))
    expect(await screen.findByRole('heading', { name: 'Booking unsuccessful' })).toBeDefined()
    expect(screen.queryByText(/owes you|refunded|not completed/)).toBeNull()
  })
})

it('the result page shows a general error if the booking was rejected without a payment', async () => {
  show(failed({ status: 'none' }, 'REJECTED'))
  expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeDefined()
  expect(screen.getByText('We had a problem with your booking request.')).toBeDefined()
})

describe('the result page without an order', () => {
  it('says that the booking is not found, and links to the cart, if the address names no order', async () => {
    window.history.replaceState({}, '', '/checkout/success')
    calls = fakeApi(() => ({ body: orderOf() }))
    render(<ResultIsland page="success" />)
    expect(screen.getByRole('heading', { name: 'We cannot find this booking here' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to the cart' })).toBeDefined()
    expect(calls).toHaveLength(0)
  })

  it('says that the booking is not found if the server does not know the order', async () => {
    show(problem('not_found', 404))
    expect(await screen.findByRole('heading', { name: 'We cannot find this booking here' })).toBeDefined()
  })

  it('fetches the order again with the retry button if the server was unreachable', async () => {
    show('unreachable')
    expect(await screen.findByRole('heading', { name: 'We cannot look up your booking just now' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(callCount('/orders/o1')).toBeGreaterThan(1))
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { bookingOf, orderOf } from '../../features/order/booking.fixture'
import { setEnglishSite } from '../../lib/shell.fixture'
import { canRetry, outcomeOf, displayedStatus } from '../../features/order/outcome'
import { resultText } from './result-text'

const bookings = (...all: Parameters<typeof bookingOf>[0][]) =>
  all.map((part, i) => bookingOf({ id: `b${i}`, ...part }))

const expired = { result: 'failed', bookings: bookings({ status: 'EXPIRED' }) } as const

beforeEach(setEnglishSite)

describe('the text of a result', () => {
  it.each([
    ['paid and confirmed', orderOf(), 'success', 'Booked successfully'],
    [
      'reserved, to be paid later',
      orderOf({ bookings: bookings({ status: 'PENDING' }) }, { method: 'pay_later', status: 'due' }),
      'reserved',
      'You’re reserved',
    ],
    [
      'confirmed, with the payment arranged',
      orderOf({}, { method: 'pay_later', status: 'due' }),
      'arranged',
      'Booked successfully',
    ],
    ['some confirmed', orderOf({ result: 'partial' }), 'partial', 'Partially booked'],
    ['on hold', orderOf({ result: 'on_hold' }, { status: 'authorised' }), 'on_hold', 'Your booking is on hold'],
    ['in progress', orderOf({ result: 'in_progress' }, { status: 'none' }), 'in_progress', 'Confirming your booking'],
    [
      'a payment that failed while the seats are held',
      orderOf({ result: 'failed', bookings: bookings({ status: 'ON_HOLD' }) }, { status: 'failed', retryable: true }),
      'payment_failed',
      'Payment failed',
    ],
    [
      'a payment that failed and seats that are gone',
      orderOf({ result: 'failed', bookings: bookings({ status: 'EXPIRED' }) }, { status: 'failed' }),
      'payment_failed',
      'Payment failed',
    ],
    [
      'a payment that came too late',
      orderOf({ result: 'failed', bookings: bookings({ status: 'EXPIRED' }) }, { status: 'refund_pending' }),
      'unsuccessful',
      'Booking unsuccessful',
    ],
    [
      'seats that nobody paid for',
      orderOf({ result: 'failed', bookings: bookings({ status: 'EXPIRED' }) }, { status: 'none' }),
      'unsuccessful',
      'Booking unsuccessful',
    ],
    [
      'a reservation that was refused',
      orderOf(
        { result: 'failed', bookings: bookings({ status: 'REJECTED' }) },
        { method: 'pay_later', status: 'none' },
      ),
      'problem',
      'Oops! Something went wrong',
    ],
    [
      'a reservation that was not paid in time',
      orderOf(expired, { method: 'pay_later', status: 'failed', captured: 0 }),
      'lapsed',
      'Your reservation has ended',
    ],
    [
      'a reservation that was paid and that no supplier confirmed',
      orderOf(expired, { method: 'pay_later', status: 'refund_pending', refundByShop: true }),
      'unsuccessful',
      'Booking unsuccessful',
    ],
    [
      'a free reservation that no supplier confirmed',
      orderOf({ ...expired, total: 0 }, { method: 'pay_later', status: 'failed', captured: 0 }),
      'problem',
      'Oops! Something went wrong',
    ],
    [
      'everything cancelled',
      orderOf({ bookings: bookings({ status: 'CANCELLED' }, { status: 'CANCELLED' }) }, { status: 'refunded' }),
      'cancelled',
      'Booking cancelled',
    ],
    [
      'what was confirmed cancelled, and the rest rejected',
      orderOf(
        { result: 'partial', bookings: bookings({ status: 'CANCELLED' }, { status: 'REJECTED' }) },
        { status: 'refunded' },
      ),
      'cancelled',
      'Booking cancelled',
    ],
  ] as const)('of %s', (_, order, outcome, title) => {
    expect(outcomeOf(order, 'success')).toBe(outcome)
    expect(resultText(outcome).title).toBe(title)
  })

  it('is unpaid after the visitor left the payment page', () => {
    const order = orderOf({ result: 'in_progress' }, { status: 'none', url: 'https://pay.example/1' })
    expect(outcomeOf(order, 'error')).toBe('unpaid')
    expect(outcomeOf(order, 'success')).toBe('in_progress')
  })

  it.each([
    ['success', {}, 'Have the tickets ready'],
    ['arranged', {}, 'Have the tickets ready'],
    ['reserved', {}, 'We call or write'],
    ['reserved', { retryable: true }, 'Pay by card here'],
    ['reserved', { atStart: true }, 'nothing to pay before that'],
    ['unpaid', {}, 'Try the payment again'],
    ['reserved', { captured: 50000 }, 'We received AED 500'],
    ['cancelled', {}, 'Nothing is booked'],
  ] as const)('of %s with %j has the next step', (outcome, payment, next) => {
    expect(resultText(outcome, payment, { received: 'AED 500' }).next).toContain(next)
  })

  it('of an order on hold that is paid says so', () => {
    expect(resultText('on_hold', { captured: 79000 }).text).toContain('We have received your payment; the supplier')
    expect(resultText('on_hold', { captured: 0 }).text).toContain('only reserved on your card')
  })

  it('of an order whose confirmed part was cancelled does not say that all of it was', () => {
    expect(resultText('cancelled', {}, { partlyCancelled: true }).text).toContain('the rest was not confirmed')
  })

  it('has the words of the specification', () => {
    expect(resultText('payment_failed').text).toBe(
      'Sorry, the payment did not go through. Please check your information and try again.',
    )
    expect(resultText('unsuccessful').text).toContain('refunded within 24 hours')
    expect(resultText('problem')).toMatchObject({
      title: 'Oops! Something went wrong',
      text: 'We had a problem with your booking request.',
    })
  })
})

describe('a booking', () => {
  it('that is paid later is reserved, not pending', () => {
    const pending = bookingOf({ status: 'PENDING' })
    expect(displayedStatus(pending, orderOf({}, { status: 'due' }))).toBe('RESERVED')
    expect(displayedStatus(pending, orderOf({}, { status: 'authorised' }))).toBe('PENDING')
  })

  it('that failed can be put back into the cart', () => {
    expect(canRetry(orderOf({ bookings: bookings({}, { status: 'REJECTED' }) }))).toBe(true)
    expect(canRetry(orderOf({ bookings: bookings({}, { status: 'CANCELLED' }) }))).toBe(false)
  })
})

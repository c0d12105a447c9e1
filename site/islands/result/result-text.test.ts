import { beforeEach, describe, expect, it } from 'vitest'
import { bookingOf, orderOf } from '../../features/order/booking.fixture'
import { setEnglishSite } from '../../lib/shell.fixture'
import { canRetry, outcomeOf, displayedStatus } from '../../features/order/outcome'
import { resultText } from './result-text'

const bookings = (...all: Parameters<typeof bookingOf>[0][]) =>
  all.map((part, i) => bookingOf({ id: `b${i}`, ...part }))

const expired = { result: 'failed', bookings: bookings({ status: 'EXPIRED' }) } as const

beforeEach(setEnglishSite)

describe('the text of the result page', () => {
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
    ['only some bookings confirmed', orderOf({ result: 'partial' }), 'partial', 'Partially booked'],
    ['on hold', orderOf({ result: 'on_hold' }, { status: 'authorised' }), 'on_hold', 'Your booking is on hold'],
    ['in progress', orderOf({ result: 'in_progress' }, { status: 'none' }), 'in_progress', 'Confirming your booking'],
    [
      'payment failed, seats still held',
      orderOf({ result: 'failed', bookings: bookings({ status: 'ON_HOLD' }) }, { status: 'failed', retryable: true }),
      'payment_failed',
      'Payment failed',
    ],
    [
      'payment failed, seats released',
      orderOf({ result: 'failed', bookings: bookings({ status: 'EXPIRED' }) }, { status: 'failed' }),
      'payment_failed',
      'Payment failed',
    ],
    [
      'payment received too late',
      orderOf({ result: 'failed', bookings: bookings({ status: 'EXPIRED' }) }, { status: 'refund_pending' }),
      'unsuccessful',
      'Booking unsuccessful',
    ],
    [
      'hold expired without a payment',
      orderOf({ result: 'failed', bookings: bookings({ status: 'EXPIRED' }) }, { status: 'none' }),
      'unsuccessful',
      'Booking unsuccessful',
    ],
    [
      'reservation rejected by the supplier',
      orderOf(
        { result: 'failed', bookings: bookings({ status: 'REJECTED' }) },
        { method: 'pay_later', status: 'none' },
      ),
      'problem',
      'Oops! Something went wrong',
    ],
    [
      'reservation not paid in time',
      orderOf(expired, { method: 'pay_later', status: 'failed', captured: 0 }),
      'lapsed',
      'Your reservation has ended',
    ],
    [
      'paid reservation without a confirmation',
      orderOf(expired, { method: 'pay_later', status: 'refund_pending', refundByShop: true }),
      'unsuccessful',
      'Booking unsuccessful',
    ],
    [
      'free reservation without a confirmation',
      orderOf({ ...expired, total: 0 }, { method: 'pay_later', status: 'failed', captured: 0 }),
      'problem',
      'Oops! Something went wrong',
    ],
    [
      'all bookings cancelled',
      orderOf({ bookings: bookings({ status: 'CANCELLED' }, { status: 'CANCELLED' }) }, { status: 'refunded' }),
      'cancelled',
      'Booking cancelled',
    ],
    [
      'confirmed booking cancelled, the other rejected',
      orderOf(
        { result: 'partial', bookings: bookings({ status: 'CANCELLED' }, { status: 'REJECTED' }) },
        { status: 'refunded' },
      ),
      'cancelled',
      'Booking cancelled',
    ],
  ] as const)('has the title of the outcome: %s', (_, order, outcome, title) => {
    expect(outcomeOf(order, 'success')).toBe(outcome)
    expect(resultText(outcome).title).toBe(title)
  })

  it('is that of an unpaid order if the visitor left the payment page without paying', () => {
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
  ] as const)('has the next step of the outcome %s with the payment %j', (outcome, payment, next) => {
    expect(resultText(outcome, payment, { received: 'AED 500' }).next).toContain(next)
  })

  it('does not say that a booking that was confirmed before it is paid ends at the deadline', () => {
    for (const payment of [{}, { retryable: true }, { captured: 50000 }]) {
      expect(resultText('reserved', payment).next).toContain('What is only reserved and not paid by then is released')
    }
  })

  it('says of an order on hold whether it is paid or only reserved on the card', () => {
    expect(resultText('on_hold', { captured: 79000 }).text).toContain('We have received your payment; the supplier')
    expect(resultText('on_hold', { captured: 0 }).text).toContain('only reserved on your card')
  })

  it('says that the rest was not confirmed if only the confirmed part was cancelled', () => {
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
  it('is shown as reserved in place of pending if it is paid later', () => {
    const pending = bookingOf({ status: 'PENDING' })
    expect(displayedStatus(pending, orderOf({}, { status: 'due' }))).toBe('RESERVED')
    expect(displayedStatus(pending, orderOf({}, { status: 'authorised' }))).toBe('PENDING')
  })

  it('can be put back into the cart after a rejection, but not after a cancellation', () => {
    expect(canRetry(orderOf({ bookings: bookings({}, { status: 'REJECTED' }) }))).toBe(true)
    expect(canRetry(orderOf({ bookings: bookings({}, { status: 'CANCELLED' }) }))).toBe(false)
  })
})

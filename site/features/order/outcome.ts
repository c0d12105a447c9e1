import type { components } from '../http/api.gen'
import type { Outcome } from '../../lib/payload.gen'
import type { Booking, Order } from './order'

type PaymentStatus = components['schemas']['OrderPayment']['status']

// Statuses in which money was received, or may have been.
const receivedStatuses: PaymentStatus[] = [
  'authorised',
  'captured',
  'voided',
  'refund_pending',
  'refund_failed',
  'refunded',
]

/** Returns the outcome of an order. The payment page redirects visitors who give up to 'error'. */
export function outcomeOf({ result, total, payment, bookings }: Order, page: Outcome): OrderOutcome {
  if (isCancelled(bookings)) return 'cancelled'
  switch (result) {
    case 'success':
      if (payment.status !== 'due') return 'success'
      // A provider who has confirmed has agreed with the buyer on how it is paid.
      return bookings.some(({ status }) => status === 'PENDING') ? 'reserved' : 'arranged'
    case 'in_progress':
      return page === 'error' && payment.url ? 'unpaid' : 'in_progress'
    case 'failed':
      if (total === 0) return 'problem'
      if (payment.method === 'pay_later' && payment.captured === 0 && hasExpired(bookings)) return 'lapsed'
      if (payment.retryable || payment.status === 'failed') return 'payment_failed'
      // Money was received, or the hold ended without a payment.
      return receivedStatuses.includes(payment.status) || hasExpired(bookings) ? 'unsuccessful' : 'problem'
    default:
      return result
  }
}

/** Reports whether some bookings were cancelled, and none of the others came about. */
const isCancelled = (bookings: Booking[]) =>
  bookings.some(({ status }) => status === 'CANCELLED') &&
  bookings.every(({ status }) => status === 'CANCELLED' || status === 'REJECTED' || status === 'EXPIRED')

const hasExpired = (bookings: Booking[]) => bookings.some(({ status }) => status === 'EXPIRED')

/** The look of an order's status label, by its outcome. */
export const outcomeLooks = {
  success: 'good',
  reserved: 'open',
  arranged: 'good',
  partial: 'open',
  on_hold: 'open',
  in_progress: 'open',
  unpaid: 'bad',
  payment_failed: 'bad',
  lapsed: 'bad',
  unsuccessful: 'bad',
  problem: 'bad',
  cancelled: 'bad',
} as const

/** The outcome of an order as visitors see it: its result, refined where the texts differ. */
export type OrderOutcome = keyof typeof outcomeLooks

/** Returns the status on the stamp of one booking. */
export function displayedStatus({ status }: Booking, { payment }: Order): Booking['status'] | 'RESERVED' {
  return status === 'PENDING' && payment.status === 'due' ? 'RESERVED' : status
}

/** Reports whether a booking can be put back into the cart. */
export function canRetry({ bookings }: Order): boolean {
  return bookings.some(({ status }) => status === 'EXPIRED' || status === 'REJECTED')
}

import { api, type Schemas } from '../http/api'
import { keepCart, type Cart } from '../cart/cart'

export type Order = Schemas['Order']
export type Booking = Schemas['Booking']
export type OrderResult = Schemas['OrderResult']
export type Buyer = Schemas['Buyer']
export type CancellationQuote = Schemas['CancellationQuote']
export type CheckoutInput = Schemas['CheckoutInput']
export type Transfers = Schemas['Transfers']
export type TransfersInput = Schemas['TransfersInput']

// The server, or a gateway before it, is away for a moment. Other answers are final; the caller decides after no answer.
const away = [502, 503, 504]

/** Places the order of the cart. The same idempotency key returns the same order. */
export function checkout(input: CheckoutInput, key: string): Promise<Order> {
  return api('POST', '/checkout', { body: input, header: { 'Idempotency-Key': key }, retryOn: away })
}

/** Fetches an order. It fails with `not_found` for visitors who did not place it. */
export function getOrder(orderId: string, signal?: AbortSignal): Promise<Order> {
  return api('GET', '/orders/{orderId}', { path: { orderId }, signal })
}

/** Requests another payment page. Fails with `hold_expired` once the seats are given up. */
export function payOrder(orderId: string): Promise<Order> {
  return api('POST', '/orders/{orderId}/payment', { path: { orderId } })
}

/** Puts back into the cart what was not booked. */
export async function retryOrder(orderId: string): Promise<Cart> {
  return keepCart(await api('POST', '/orders/{orderId}/retry', { path: { orderId } }))
}

/** Sees an order by the link that was mailed to its buyer. Fails with `link_expired`. */
export function openOrder(token: string): Promise<Order> {
  return api('POST', '/orders/access', { body: { token } })
}

/** Has the link to an order mailed to its buyer; the answer is the same where there is no such order. */
export async function findOrder(input: Schemas['OrderLookup']): Promise<void> {
  await api('POST', '/orders/lookup', { body: input })
}

/** A page of the signed-in user's orders, latest first; `before` is the `next` of the page before. */
export function listInvoices(before?: string, signal?: AbortSignal): Promise<Schemas['InvoiceList']> {
  return api('GET', '/invoices', { query: { before }, signal })
}

/** Names a booking of an order, as the API's paths do. */
export interface BookingPath {
  orderId: string
  bookingId: string
}

const cancellation = '/orders/{orderId}/bookings/{bookingId}/cancellation'
const transfers = '/orders/{orderId}/bookings/{bookingId}/transfers'

/** What cancelling a booking now would give back. */
export function quoteCancellation(path: BookingPath, signal?: AbortSignal): Promise<CancellationQuote> {
  return api('GET', cancellation, { path, signal })
}

/** Where a booking's travellers can be collected instead. Fails with `not_possible` once that cannot be changed. */
export function getTransfers(path: BookingPath, signal?: AbortSignal): Promise<Transfers> {
  return api('GET', transfers, { path, signal })
}

/** Changes where they are collected and taken back to. */
export function changeTransfers(path: BookingPath, places: TransfersInput): Promise<Order> {
  return api('PUT', transfers, { path, body: places })
}

/** Cancels a booking. Fails with `price_changed` if the refund is no longer `refund`. */
export function cancelBooking(path: BookingPath, refund: number): Promise<Order> {
  return api('POST', cancellation, { path, body: { refund } })
}

/** The addresses of an order's documents, for links. */
export const documents = {
  invoice: (order: string) => `/api/v1${orderPath(order)}/invoice.pdf`,
  ticket: (order: string, booking: string) => `/api/v1${bookingPath(order, booking)}/ticket.pdf`,
  event: (order: string, booking: string) => `/api/v1${bookingPath(order, booking)}/event.ics`,
}

function bookingPath(order: string, booking: string): string {
  return `${orderPath(order)}/bookings/${encodeURIComponent(booking)}`
}

function orderPath(id: string): string {
  return `/orders/${encodeURIComponent(id)}`
}

/** The address to pay at; null where it is neither of this site nor over https. */
export function paymentAddress(url: string | undefined, here = window.location.href): string | null {
  if (!url) return null
  try {
    const address = new URL(url, here)
    return address.protocol === 'https:' || address.origin === new URL(here).origin ? address.href : null
  } catch {
    return null
  }
}

/** The path, without language, of the page that shows a result; null while there is none. */
export function resultPath(result: OrderResult): string | null {
  if (result === 'in_progress') return null
  if (result === 'success' || result === 'partial') return '/checkout/success'
  return result === 'failed' ? '/checkout/error' : '/checkout/on_hold'
}

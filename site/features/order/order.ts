import { api } from '../http/api'
import type { components } from '../http/api.gen'
import { keepCart, type Cart } from '../cart/cart'

export type Order = components['schemas']['Order']
export type Booking = components['schemas']['Booking']
export type OrderResult = components['schemas']['OrderResult']
export type Buyer = components['schemas']['Buyer']
export type CancellationQuote = components['schemas']['CancellationQuote']
export type CheckoutInput = components['schemas']['CheckoutInput']

// A server that is away for a moment, or a gateway before it. Its other answers are final, and no answer at all is left to
// whoever asks.
const away = { retry: 1, retryStatusCodes: [502, 503, 504] }

/** Makes the order of the cart. Asked again with the same key it answers with the same order. */
export function checkout(input: CheckoutInput, key: string): Promise<Order> {
  return api<Order>('/checkout', { method: 'POST', body: input, headers: { 'Idempotency-Key': key }, ...away })
}

/** What became of an order; `not_found` for whoever did not make it. */
export function getOrder(id: string): Promise<Order> {
  return api<Order>(orderPath(id))
}

/** Asks for a payment page again. Fails with `hold_expired` once the seats are given up. */
export function payOrder(id: string): Promise<Order> {
  return api<Order>(`${orderPath(id)}/payment`, { method: 'POST' })
}

/** Puts back into the cart what was not booked. */
export async function retryOrder(id: string): Promise<Cart> {
  return keepCart(await api<Cart>(`${orderPath(id)}/retry`, { method: 'POST' }))
}

/** Sees an order by the link that was mailed to its buyer. Fails with `link_expired`. */
export function openOrder(token: string): Promise<Order> {
  return api<Order>('/orders/access', { method: 'POST', body: { token } })
}

/** Has the link to an order mailed to its buyer; the answer is the same where there is no such order. */
export async function findOrder(input: components['schemas']['OrderLookup']): Promise<void> {
  await api('/orders/lookup', { method: 'POST', body: input })
}

/** A page of the signed-in user's orders, latest first; `before` is the `next` of the page before. */
export function listInvoices(before?: string): Promise<components['schemas']['InvoiceList']> {
  return api('/invoices', { query: { before } })
}

/** What cancelling a booking now would give back. */
export function quoteCancellation(order: string, booking: string): Promise<CancellationQuote> {
  return api<CancellationQuote>(`${bookingPath(order, booking)}/cancellation`)
}

/** Where a booking's travellers can be collected instead. Fails with `not_possible` once that cannot be changed. */
export function getTransfers(order: string, booking: string): Promise<components['schemas']['Transfers']> {
  return api(`${bookingPath(order, booking)}/transfers`)
}

/** Changes where they are collected and taken back to. */
export function changeTransfers(
  order: string,
  booking: string,
  places: components['schemas']['TransfersInput'],
): Promise<Order> {
  return api<Order>(`${bookingPath(order, booking)}/transfers`, { method: 'PUT', body: places })
}

/** Cancels a booking. Fails with `price_changed` where `refund` is not what it gives back now. */
export function cancelBooking(order: string, booking: string, refund: number): Promise<Order> {
  return api<Order>(`${bookingPath(order, booking)}/cancellation`, { method: 'POST', body: { refund } })
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

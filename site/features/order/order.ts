import { api, type Schemas } from '../http/api'
import { publishCart, type Cart } from '../cart/cart'

export type Order = Schemas['Order']
export type Booking = Schemas['Booking']
export type OrderResult = Schemas['OrderResult']
export type Buyer = Schemas['Buyer']
export type CancellationQuote = Schemas['CancellationQuote']
export type CheckoutInput = Schemas['CheckoutInput']

// Statuses of a server or gateway that is unavailable for a moment. The caller decides about a missing answer.
const unavailableStatuses = [502, 503, 504]

/** Places the order of the cart. The same idempotency key returns the same order. */
export function checkout(input: CheckoutInput, key: string): Promise<Order> {
  return api('POST', '/checkout', { body: input, header: { 'Idempotency-Key': key }, retryOn: unavailableStatuses })
}

/** Fetches an order. It fails with `not_found` for visitors who did not place it. */
export function getOrder(orderId: string, signal?: AbortSignal): Promise<Order> {
  return api('GET', '/orders/{orderId}', { path: { orderId }, signal })
}

/** Requests another payment page. Fails with `hold_expired` once the seats are given up. */
export function payOrder(orderId: string): Promise<Order> {
  return api('POST', '/orders/{orderId}/payment', { path: { orderId } })
}

/** Puts the bookings that failed back into the cart. */
export async function retryOrder(orderId: string): Promise<Cart> {
  return publishCart(await api('POST', '/orders/{orderId}/retry', { path: { orderId } }))
}

/** Returns the address of the payment page; null if it is neither on this site nor https. */
export function paymentAddress(url: string | undefined, here = window.location.href): string | null {
  if (!url) return null
  try {
    const address = new URL(url, here)
    return address.protocol === 'https:' || address.origin === new URL(here).origin ? address.href : null
  } catch {
    return null
  }
}

/** Returns the path, without language, of the page that shows a result; null while the order is in progress. */
export function resultPath(result: OrderResult): string | null {
  if (result === 'in_progress') return null
  if (result === 'success' || result === 'partial') return '/checkout/success'
  return result === 'failed' ? '/checkout/error' : '/checkout/on_hold'
}

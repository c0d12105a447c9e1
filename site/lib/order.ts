import { api } from './api'
import type { components } from './api.gen'
import { keepCart, type Cart } from './cart'

export type Order = components['schemas']['Order']
export type Booking = components['schemas']['Booking']
export type OrderResult = components['schemas']['OrderResult']
export type Buyer = components['schemas']['Buyer']
export type CheckoutInput = components['schemas']['CheckoutInput']

/** Makes the order of the cart. Asked again with the same key it answers with the same order. */
export function checkout(input: CheckoutInput, key: string): Promise<Order> {
  return api<Order>('/checkout', { method: 'POST', body: input, headers: { 'Idempotency-Key': key } })
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

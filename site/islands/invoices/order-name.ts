import type { Order } from '../../features/order/order'
import { site } from '../../lib/site'

/** The number that an order is called by: its invoice's, or the booking reference as long as it has none. */
export function numberOf({ hasInvoice, invoiceNumber, reference }: Order): string {
  return hasInvoice ? invoiceNumber : reference
}

/** "Invoice INV-K7M3Q9XW" or "Booking K7M3Q9XW"; `number` may stand in place of its number. */
export function nameOf(order: Order, number = numberOf(order)): string {
  return site().t(order.hasInvoice ? 'invoices.invoice' : 'invoices.booking', { number })
}

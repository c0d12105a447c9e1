import type { Order } from '../../features/order/order'
import { t } from '../../lib/site'

/** Returns the number of an order: its invoice's, or the booking reference while there is no invoice. */
export function numberOf({ hasInvoice, invoiceNumber, reference }: Order): string {
  return hasInvoice ? invoiceNumber : reference
}

/** Returns "Invoice INV-K7M3Q9XW" or "Booking K7M3Q9XW"; `number` replaces the order's number. */
export function nameOf(order: Order, number = numberOf(order)): string {
  return t(order.hasInvoice ? 'invoices.invoice' : 'invoices.booking', { number })
}

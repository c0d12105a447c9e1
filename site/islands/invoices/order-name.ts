import { formatFullDate, startText, type Booked } from '../../features/order/booking'
import type { Order } from '../../features/order/order'
import { t } from '../../lib/site'

/** Returns the number of an order: its invoice's, or the booking reference while there is no invoice. */
export function orderNumber({ hasInvoice, invoiceNumber, reference }: Order): string {
  return hasInvoice ? invoiceNumber : reference
}

/** Returns "Invoice INV-K7M3Q9XW" or "Booking K7M3Q9XW"; `number` replaces the order's number. */
export function orderName(order: Order, number = orderNumber(order)): string {
  return t(order.hasInvoice ? 'invoices.invoice' : 'invoices.booking', { number })
}

/** Returns the day of a booking, with its start if that is known: "Friday 20 November 2026, 15:30". */
export function whenText(booked: Pick<Booked, 'date' | 'startTime' | 'openingHours'>): string {
  const [date, time] = [formatFullDate(booked.date), startText(booked)]
  return time ? t('invoices.start', { date, time }) : date
}

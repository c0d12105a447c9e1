import { createContext } from 'react'
import type { CalendarDay } from '../../lib/availability'
import type { Day } from '../../lib/clock'
import { formatDate, formatMoney } from '../../lib/format'
import { site } from '../../lib/site'
import type { TicketProduct } from './ticket-product'

interface Month {
  days: Map<Day, CalendarDay>
  /** The server has not answered yet. */
  waiting: boolean
  exponent: number
}

/** What the days of the month that is shown have left, for the buttons that the picker makes. */
export const Days = createContext<Month>({ days: new Map(), waiting: false, exponent: 0 })

// The picker thinks in the browser's local days; days here are the destination's, so only their digits pass.
export const toDate = (day: Day) => new Date(`${day}T12:00:00`)
export const toDay = (date: Date): Day =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** What is read out of a day. */
export function dayLabel(day: Day, known: CalendarDay | undefined, product: TicketProduct): string {
  const { t } = site()
  const { currency, currencyExponent: exponent } = product
  const date = formatDate(day)
  if (known?.status === 'SOLD_OUT') return t('ticket.daySoldOut', { date })
  if (known?.price === undefined) return date
  const price = formatMoney({ amount: known.price, currency, exponent })
  return t(known.status === 'LIMITED' ? 'ticket.dayFew' : 'ticket.dayFrom', { date, price })
}

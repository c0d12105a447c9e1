import type { components } from '../http/api.gen'
import { dayAt, timeAt } from '../../lib/i18n/clock'
import { formatDate, formatList, formatTime, formatWeekday } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import type { LocalClock } from './cancellation-deadlines'

type ItemTransfer = components['schemas']['ItemTransfer']
export type BookedPlace = components['schemas']['BookedPlace']
export type PriceDetails = components['schemas']['PriceDetails']

/** Booked has the common fields of a cart item and a booking. */
export type Booked = Pick<
  components['schemas']['Booking'],
  WhenFields | 'units' | 'travellers' | 'extras' | 'cancellation'
>
type WhenFields = 'product' | 'date' | 'startTime' | 'openingHours' | 'timeZone' | 'length' | 'lengthBy'

/** The currency that a cart's or an order's amounts are in. */
export interface Currency {
  currency: string
  exponent: number
}

/** Returns the label of a cart's total: "new total" if its check found a change. */
export function totalLabel({ outcome }: { outcome: components['schemas']['CartOutcome'] }): string {
  return t(outcome === 'all_available' ? 'cart.total' : 'cart.newTotal')
}

/** Returns a day with its weekday and year: "Friday 20 November 2026". */
export function formatFullDate(day: string): string {
  const weekday = formatWeekday(new Date(`${day}T00:00:00Z`).getUTCDay())
  return t('cart.day', { weekday, date: formatDate(day) })
}

/** Returns the start, or the opening hours, as text; empty if neither is known. */
export function startText({ startTime, openingHours = [] }: Pick<Booked, 'startTime' | 'openingHours'>): string {
  if (startTime) return formatTime(startTime)
  if (openingHours.length === 0) return ''
  const hours = openingHours.map(({ from, to }) => t('facts.between', { from: formatTime(from), to: formatTime(to) }))
  return t('cart.anyTime', { hours: formatList(hours) })
}

/** Returns the place in whose time zone a booking's times are: its city, or the one that names the zone. */
export function timeZonePlace({ product, timeZone }: Pick<Booked, 'product' | 'timeZone'>): string {
  return product.city || (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

/** Returns the clock that a booking's deadlines follow. */
export function clockOf(booking: Pick<Booked, 'product' | 'timeZone'>): LocalClock {
  return { timeZone: booking.timeZone, name: timeZonePlace(booking) }
}

/** Returns an instant by the clock of a booking's place. */
export function momentOf(instant: string, booking: Pick<Booked, 'product' | 'timeZone'>) {
  const at = Date.parse(instant)
  return {
    date: formatDate(dayAt(at, booking.timeZone)),
    time: formatTime(timeAt(at, booking.timeZone)),
    place: t('cart.localTime', { city: timeZonePlace(booking) }),
  }
}

/** Returns a deadline by the clock of a booking's place: the last day if it ends at midnight, or else date and time. */
export function deadlineText(end: string, booking: Pick<Booked, 'product' | 'timeZone'>): string {
  const moment = momentOf(end, booking)
  const at = Date.parse(end)
  if (timeAt(at, booking.timeZone) !== '00:00') return t('cart.moment', moment)
  return t('cart.lastDay', { date: formatDate(dayAt(at - 1000, booking.timeZone)), place: moment.place })
}

/** Returns the chosen place of an item's pickup or drop-off; undefined if nothing is chosen. */
export function chosenPlace(transfer: ItemTransfer | undefined): BookedPlace | undefined {
  if (!transfer) return undefined
  const { points, point: id, address, time } = transfer
  const point = points.find((one) => one.id === id)
  return point || address ? { title: point?.title, time: point?.time ?? time, address } : undefined
}

import type { components } from '../http/api.gen'
import { dayAt, timeAt } from '../../lib/i18n/clock'
import { formatDate, formatList, formatTime, formatWeekday } from '../../lib/i18n/format'
import type { UnitType } from '../../lib/payload.gen'
import { site } from '../../lib/site'

type ItemTransfer = components['schemas']['ItemTransfer']
export type BookedPlace = components['schemas']['BookedPlace']
export type PriceDetails = components['schemas']['PriceDetails']

/** What an item of a cart and a booking of an order have in common. */
export interface Booked {
  product: components['schemas']['ProductRef']
  date: string
  startTime?: string
  timeZone: string
  length?: number
  lengthBy?: 'DAY' | 'NIGHT'
  units: { id: string; type: UnitType; title: string; quantity: number }[]
  openingHours?: components['schemas']['Hours'][]
  travellers: number
  extras: { id: string; title: string; quantity: number }[]
  /** The refunds of a cancellation from now on; absent if the item cannot be booked or cancelled. */
  cancellation?: components['schemas']['CancellationTerms']
}

/** The currency that a cart's or an order's amounts are in. */
export interface Currency {
  currency: string
  exponent: number
}

/** What the total of a cart is called: a new one where its check found something changed. */
export function totalLabel({ outcome }: { outcome: components['schemas']['CartOutcome'] }): string {
  return site().t(outcome === 'all_available' ? 'cart.total' : 'cart.newTotal')
}

/** A day with its weekday and year: "Friday 20 November 2026". */
export function fullDay(day: string): string {
  const weekday = formatWeekday(new Date(`${day}T00:00:00Z`).getUTCDay())
  return site().t('cart.day', { weekday, date: formatDate(day) })
}

/** When one is to come: the start, or the opening hours; empty where neither is known. */
export function startText({ startTime, openingHours = [] }: Pick<Booked, 'startTime' | 'openingHours'>): string {
  const { t } = site()
  if (startTime) return formatTime(startTime)
  if (openingHours.length === 0) return ''
  const hours = openingHours.map(({ from, to }) => t('facts.between', { from: formatTime(from), to: formatTime(to) }))
  return t('cart.anyTime', { hours: formatList(hours) })
}

/** Where the hours of a booking hold: its city, or what its time zone is named after; empty where neither is known. */
export function placeOfTime({ product, timeZone }: Pick<Booked, 'product' | 'timeZone'>): string {
  return product.city || (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

/** An instant as the clocks of a booking's place show it. */
export function momentOf(instant: string, booking: Pick<Booked, 'product' | 'timeZone'>) {
  const at = Date.parse(instant)
  return {
    date: formatDate(dayAt(at, booking.timeZone)),
    time: formatTime(timeAt(at, booking.timeZone)),
    place: site().t('cart.localTime', { city: placeOfTime(booking) }),
  }
}

/** Until when something holds by the clocks of a booking's place: the last day where it ends with one, or else a moment. */
export function untilText(end: string, booking: Pick<Booked, 'product' | 'timeZone'>): string {
  const { t } = site()
  const moment = momentOf(end, booking)
  const at = Date.parse(end)
  if (timeAt(at, booking.timeZone) !== '00:00') return t('cart.moment', moment)
  return t('cart.lastDay', { date: formatDate(dayAt(at - 1000, booking.timeZone)), place: moment.place })
}

/** The chosen place of an item's pickup or drop-off; undefined where nothing is chosen. */
export function chosenPlace(transfer: ItemTransfer | undefined): BookedPlace | undefined {
  if (!transfer) return undefined
  const { points, point: id, address, time } = transfer
  const point = points.find((one) => one.id === id)
  return point || address ? { title: point?.title, time: point?.time ?? time, address } : undefined
}

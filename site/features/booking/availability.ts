import { api, type Schemas } from '../http/api'
import { addDays, dayAt, type Day } from '../../lib/i18n/clock'
import type { Currency } from '../order/booking'

/** A day with the currency that its price is in. */
export type CalendarDay = Schemas['CalendarDay'] & Currency
export type Slot = Schemas['Slot']
export type Choice = Schemas['Choice']
export type ChoiceCheck = Schemas['ChoiceCheck']

/** The query for slots: an option of a product, and the days or nights if these are priced. */
export interface SlotQuery {
  product: string
  option: string
  length?: number
}

/** One day of the server's calendar. */
interface DayAvailability {
  day: Day
  slots: Slot[]
  /** The nearest days that can be booked, in their order, if nothing of this day can. */
  nearest: Day[]
}

const maxNearestDays = 3

/** Reports whether a slot or a day can be booked. */
export function isBookable({ status, vacancies }: Pick<Slot, 'status' | 'vacancies'>): boolean {
  return status === 'FREESALE' || ((status === 'AVAILABLE' || status === 'LIMITED') && vacancies > 0)
}

/**
 * Returns the slot that a ticket is for: the one at the requested time, or the first that can be booked if the day has
 * no such start. A requested start that cannot be booked is not replaced by another.
 */
export function slotFor(slots: Slot[], time: string | undefined): Slot | undefined {
  const requested = time === undefined ? undefined : slots.find(({ startTime }) => startTime === time)
  if (requested) return isBookable(requested) ? requested : undefined
  return slots.find(isBookable)
}

/** Fetches the days of a month ("2026-12") from today on. */
export async function fetchMonth(slotQuery: SlotQuery, month: string, signal?: AbortSignal): Promise<CalendarDay[]> {
  const { days, currency, exponent } = await api('GET', '/availability/calendar', {
    query: { ...slotQuery, month },
    signal,
  })
  return days.map((day) => ({ ...day, currency, exponent }))
}

/** Fetches the slots of a day; if none can be booked, also the nearest days that can. */
export async function fetchDay(slotQuery: SlotQuery, day: Day, signal?: AbortSignal): Promise<DayAvailability> {
  const query = { ...slotQuery, date: day }
  const { slots } = await api('GET', '/availability', { query, signal })
  if (slots.some(isBookable)) return { day, slots, nearest: [] }
  return { day, slots, nearest: await fetchNearestOpenDays(slotQuery, day, signal) }
}

/** Fetches the first day from `day` on that can be booked; `day` itself if none is near. */
export async function fetchFirstOpenDay(
  slotQuery: SlotQuery,
  day: Day,
  signal?: AbortSignal,
): Promise<DayAvailability> {
  const found = await fetchDay(slotQuery, day, signal)
  const next = found.nearest.find((other) => other > day)
  return next ? fetchDay(slotQuery, next, signal) : found
}

/** Fetches the price of a choice, and whether it can be booked now. */
export function checkChoice(choice: Choice, signal?: AbortSignal): Promise<ChoiceCheck> {
  return api('POST', '/availability/check', { body: choice, signal })
}

async function fetchNearestOpenDays(slotQuery: SlotQuery, day: Day, signal?: AbortSignal): Promise<Day[]> {
  const distance = (other: Day) => Math.abs(Date.parse(other) - Date.parse(day))
  const byDistance = (a: Day, b: Day) => distance(a) - distance(b)
  // No place has an earlier month; the server leaves out days that are past at the destination.
  const currentMonth = monthOf(dayAt(Date.now(), 'Etc/GMT+12'))
  const nextMonth = monthAfter(day)
  // The nearest day of each month to search: the day's own month, the next two and the one before.
  const edges = [day, nextMonth, monthAfter(nextMonth), addDays(`${monthOf(day)}-01`, -1)].sort(byDistance)
  let nearest: Day[] = []
  try {
    for (const edge of edges.filter((edge) => monthOf(edge) >= currentMonth)) {
      const last = nearest[maxNearestDays - 1]
      if (last && distance(last) <= distance(edge)) break
      const days = await fetchMonth(slotQuery, monthOf(edge), signal)
      const open = days.filter((other) => isBookable(other) && other.date !== day).map(({ date }) => date)
      nearest = [...nearest, ...open].sort(byDistance).slice(0, maxNearestDays)
    }
  } catch {
    // The answer for the day itself stays useful without the nearest days.
  }
  return nearest.sort()
}

const monthOf = (day: Day) => day.slice(0, 7)

/** Returns the first day of the next month. */
const monthAfter = (day: Day): Day => `${monthOf(addDays(`${monthOf(day)}-28`, 4))}-01`

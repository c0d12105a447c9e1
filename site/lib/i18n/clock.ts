import { getOrInsert } from '../get-or-insert'

/** A day at a place, "2026-11-20". */
export type Day = string

const dayLength = 24 * 60 * 60_000

/** The number of days ahead that visitors may choose a date from. */
export const horizonDays = 365

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)
}

/** Returns the date in a time zone at an instant. */
export function dayAt(instant: number, timeZone: string): Day {
  const { year, month, day } = wallClock(instant, timeZone)
  return `${year}-${month}-${day}`
}

/** Returns the clock time at an instant in a time zone, or in the visitor's own: "15:30". */
export function timeAt(instant: number, timeZone?: string): string {
  const { hour, minute } = wallClock(instant, timeZone)
  return `${hour}:${minute}`
}

const clocks = new Map<string | undefined, Intl.DateTimeFormat>()

/** Returns the wall clock of a time zone at an instant, each part in digits. */
export function wallClock(instant: number, timeZone?: string) {
  const makeClock = () =>
    new Intl.DateTimeFormat('en-u-nu-latn-ca-gregory', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  const clock = getOrInsert(clocks, timeZone, makeClock)
  const parts: Record<string, string> = {}
  for (const { type, value } of clock.formatToParts(instant)) parts[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
  return { year, month, day, hour, minute, second }
}

/** Newer than TypeScript's library; browsers had it as a property first. */
interface WithWeekInfo {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/**
 * Returns the first day of the week in a locale such as "ar-AE", 0 for Sunday; Monday where the browser does not know.
 */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as WithWeekInfo
  const { firstDay = 1 } = known.getWeekInfo?.() ?? known.weekInfo ?? {}
  return firstDay % 7
}

import type { Day } from '../../lib/i18n/clock'

// The picker thinks in the browser's local days; days here are the destination's, so only their digits pass.
export const toDate = (day: Day) => new Date(`${day}T12:00:00`)
export const toDay = (date: Date): Day =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Newer than TypeScript's library; browsers had it as a property first. */
interface WithWeekInfo {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** Returns the first day of the week in a locale such as "ar-AE", 0 for Sunday; Monday where the browser does not know. */
export function firstWeekday(locale: string): Weekday {
  const known = new Intl.Locale(locale) as WithWeekInfo
  const { firstDay = 1 } = known.getWeekInfo?.() ?? known.weekInfo ?? {}
  return (firstDay % 7) as Weekday
}

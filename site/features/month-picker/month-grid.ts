import { addDays, type Day } from '../../lib/i18n/clock'

/** A month, "2026-11". */
type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)

const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Returns the month that is a number of months later. */
export function addMonths(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** Returns the weeks of a month, undefined in place of the days of other months. */
export function weeksOf(month: Month, firstDay: number): (Day | undefined)[][] {
  const weeks: (Day | undefined)[][] = []
  for (let at = weekStart(`${month}-01`, firstDay); monthOf(at) <= month; at = addDays(at, 7)) {
    const days = [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(at, n))
    weeks.push(days.map((day) => (monthOf(day) === month ? day : undefined)))
  }
  return weeks
}

function weekStart(day: Day, firstDay: number): Day {
  return addDays(day, -((weekdayOf(day) - firstDay + 7) % 7))
}

interface Key {
  key: string
  shiftKey: boolean
}

interface Grid {
  first: Day
  last: Day
  firstDay: number
  /** Days before are at the right. */
  rtl: boolean
}

/**
 * Returns the days that a key leads to from a day, best first, for the focus to take the first that can be chosen:
 * arrows lead on by days and weeks, Home and End to the ends of the week, PageUp and PageDown to other months, with
 * Shift to other years. Returns null for other keys.
 */
export function daysToward({ key, shiftKey }: Key, from: Day, { first, last, firstDay, rtl }: Grid): Day[] | null {
  const daysBetween = (start: Day, step: number, end: Day) => {
    const days: Day[] = []
    for (let at = start; step > 0 ? at <= end : at >= end; at = addDays(at, step)) days.push(at)
    return days
  }
  const stepBy = (step: number) => daysBetween(addDays(from, step), step, step > 0 ? last : first)
  const week = weekStart(from, firstDay)
  const stepByMonths = (months: number) => {
    const month = addMonths(monthOf(from), months)
    const days = daysBetween(`${month}-01`, 1, addDays(`${addMonths(month, 1)}-01`, -1))
    const at = Math.min(Number(from.slice(8)), days.length) - 1
    return [...days.slice(at), ...days.slice(0, at).reverse()]
  }
  const moves: Record<string, () => Day[]> = {
    ArrowLeft: () => stepBy(rtl ? 1 : -1),
    ArrowRight: () => stepBy(rtl ? -1 : 1),
    ArrowUp: () => stepBy(-7),
    ArrowDown: () => stepBy(7),
    Home: () => daysBetween(week, 1, from),
    End: () => daysBetween(addDays(week, 6), -1, from),
    PageUp: () => stepByMonths(shiftKey ? -12 : -1),
    PageDown: () => stepByMonths(shiftKey ? 12 : 1),
  }
  return moves[key]?.() ?? null
}

import { addDays, horizonDays, wallClock, type Day } from '../../lib/i18n/clock'
import type { Hours, Schedule, Season } from '../../lib/payload.gen'

const minute = 60_000
const dayLength = 24 * 60 * minute

/**
 * Returns the instant of a local time. A time that daylight saving skips is read with the offset before the change; one
 * that occurs twice is the first.
 */
export function instantOf(day: Day, time: string, timeZone: string): number {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const before = wall - offsetAt(wall - dayLength, timeZone)
  const after = wall - offsetAt(wall + dayLength, timeZone)
  const candidates = [before, after].filter((at) => at + offsetAt(at, timeZone) === wall)
  return candidates.length > 0 ? Math.min(...candidates) : before
}

/** Returns how far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const { year, month, day, hour, minute: min, second } = wallClock(at, timeZone)
  const wall = Date.parse(`${year}-${month}-${day}T${hour}:${min}:${second}Z`)
  return wall - Math.floor(at / 1000) * 1000
}

/** Returns the season that a day is in, whatever its weekday. */
export function seasonOf(schedule: Schedule, day: Day): Season | undefined {
  return schedule.seasons.find((season) => isInSeason(season, day))
}

/**
 * Reports whether a season contains a day. Seasons without a year recur, and may cross New Year: from 10-01 to 04-30.
 */
function isInSeason({ from, to }: Season, day: Day): boolean {
  if (!from || !to) return true
  const first = from.length > 5 ? from : `${day.slice(0, 5)}${from}`
  const last = to.length > 5 ? to : `${day.slice(0, 5)}${to}`
  if (first <= last) return first <= day && day <= last
  return day >= first || day <= last
}

function seasonRunningOn(schedule: Schedule, day: Day): Season | undefined {
  const closed = schedule.closedDays?.some((closedDay) => closedDay === day || closedDay === day.slice(5))
  const season = seasonOf(schedule, day)
  if (closed || !season) return undefined
  return season.weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ? season : undefined
}

/** Openings are the start times or opening hours that can still be booked on a day; both are empty if none can. */
interface Openings {
  /** The season runs on that day, though it may be too late to book. */
  runs: boolean
  startTimes: string[]
  hours: Hours[]
}

/**
 * Returns the openings of a day: a start until the lead time before it, opening hours until the lead time before
 * they end. The server's rules are internal/shop/booking/schedule.go; both run the table of
 * internal/shop/booking/testdata/schedules.json.
 */
export function openingsOn(schedule: Schedule, day: Day, timeZone: string, now: number): Openings {
  const season = seasonRunningOn(schedule, day)
  if (!season) return { runs: false, startTimes: [], hours: [] }
  const cutoff = now + (schedule.leadMinutes ?? 0) * minute
  return {
    runs: true,
    startTimes: (season.startTimes ?? []).filter((time) => instantOf(day, time, timeZone) > cutoff),
    hours: (season.openingHours ?? []).filter((hours) => closingInstant(hours, day, timeZone) > cutoff),
  }
}

/** Returns when opening hours end: on the next day if they end at or before they begin. */
function closingInstant({ from, to }: Hours, day: Day, timeZone: string): number {
  return instantOf(to <= from ? addDays(day, 1) : day, to, timeZone)
}

export function isOpen(schedule: Schedule, day: Day, timeZone: string, now: number): boolean {
  const { startTimes, hours } = openingsOn(schedule, day, timeZone, now)
  return startTimes.length > 0 || hours.length > 0
}

/** Returns the first day from `from` on that can be booked, within the horizon. */
export function nextOpenDay(schedule: Schedule, from: Day, timeZone: string, now: number): Day | undefined {
  for (let n = 0; n <= horizonDays; n++) {
    const day = addDays(from, n)
    if (isOpen(schedule, day, timeZone, now)) return day
  }
  return undefined
}

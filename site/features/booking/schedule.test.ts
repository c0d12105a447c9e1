import { describe, expect, test } from 'vitest'
import vectors from '../../../internal/shop/booking/testdata/schedules.json'
import type { Schedule } from '../../lib/payload.gen'
import { instantOf, isOpen, nextOpenDay, openingsOn, seasonOf } from './schedule'

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const dubai = 'Asia/Dubai'
const at = (instant: string) => Date.parse(instant)
const allYear = (more: Partial<Schedule> = {}): Schedule => ({
  seasons: [{ weekdays: everyDay, startTimes: ['15:00'] }],
  ...more,
})

test.each(
  vectors as (Omit<(typeof vectors)[number], 'schedule' | 'starts'> & {
    schedule: Schedule
    starts: Record<string, string>
  })[],
)('openingsOn and isOpen agree with the server: $name', ({ schedule, timeZone, day, now, starts, open }) => {
  const { startTimes } = openingsOn(schedule, day, timeZone, at(now))
  expect(startTimes.map((time) => [time, instantOf(day, time, timeZone)])).toEqual(
    Object.entries(starts).map(([time, instant]) => [time, at(instant)]),
  )
  expect(isOpen(schedule, day, timeZone, at(now))).toBe(open)
})

describe('the instant of a local time', () => {
  test('follows the UTC offset before and after the clocks change', () => {
    expect(instantOf('2026-04-23', '10:00', 'Africa/Cairo')).toBe(at('2026-04-23T08:00:00Z'))
    expect(instantOf('2026-04-24', '10:00', 'Africa/Cairo')).toBe(at('2026-04-24T07:00:00Z'))
  })
  test('is an hour later if the clocks skip the time', () => {
    expect(instantOf('2026-03-29', '02:30', 'Europe/Berlin')).toBe(at('2026-03-29T01:30:00Z'))
  })
  test('is the first of two if the time occurs twice', () => {
    expect(instantOf('2026-10-25', '02:30', 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'))
  })
})

describe('seasons', () => {
  const winter: Schedule = {
    seasons: [
      { from: '10-01', to: '04-30', weekdays: everyDay, startTimes: ['15:00'] },
      { from: '05-01', to: '09-30', weekdays: [4, 5, 6], startTimes: ['16:30'] },
    ],
  }
  test('can include the new year', () => {
    for (const day of ['2026-12-31', '2027-01-01', '2027-04-30', '2026-10-01']) {
      expect(seasonOf(winter, day)?.startTimes).toEqual(['15:00'])
    }
    expect(seasonOf(winter, '2027-05-01')?.startTimes).toEqual(['16:30'])
  })
  test('apply only once if their dates have a year', () => {
    const once: Schedule = {
      seasons: [{ from: '2026-12-01', to: '2027-02-01', weekdays: everyDay, startTimes: ['15:00'] }],
    }
    expect(seasonOf(once, '2027-01-15')).toBeDefined()
    expect(seasonOf(once, '2027-12-15')).toBeUndefined()
  })
  test('are open only on their own weekdays', () => {
    const now = at('2027-05-01T00:00:00Z')
    expect(isOpen(winter, '2027-05-04', dubai, now)).toBe(false)
    expect(isOpen(winter, '2027-05-06', dubai, now)).toBe(true)
  })
  test('close all dates outside them', () => {
    const spring: Schedule = { seasons: [{ from: '03-20', to: '05-05', weekdays: everyDay, startTimes: ['08:00'] }] }
    expect(nextOpenDay(spring, '2026-11-20', 'Asia/Muscat', at('2026-11-20T08:00:00Z'))).toBe('2027-03-20')
    expect(nextOpenDay({ seasons: [] }, '2026-11-20', dubai, 0)).toBeUndefined()
  })
})

describe('a schedule', () => {
  test('is closed on the closed days of every year and of a single year', () => {
    const schedule = allYear({ closedDays: ['12-02', '2026-06-16'] })
    const closed = (day: string) => !isOpen(schedule, day, dubai, 0)
    expect([closed('2026-12-02'), closed('2027-12-02'), closed('2026-06-16'), closed('2027-06-16')]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
  test('offers no start within the lead time, in the time zone of the destination', () => {
    const schedule = allYear({ leadMinutes: 240 })
    expect(openingsOn(schedule, '2026-11-20', dubai, at('2026-11-20T06:59:59Z')).startTimes).toEqual(['15:00'])
    const late = openingsOn(schedule, '2026-11-20', dubai, at('2026-11-20T07:00:00Z'))
    expect(late).toEqual({ runs: true, startTimes: [], hours: [] })
  })
  test('offers opening hours past midnight until they end', () => {
    const schedule: Schedule = { seasons: [{ weekdays: everyDay, openingHours: [{ from: '18:00', to: '02:00' }] }] }
    expect(openingsOn(schedule, '2026-11-20', dubai, at('2026-11-20T21:30:00Z')).hours).toHaveLength(1)
    expect(openingsOn(schedule, '2026-11-20', dubai, at('2026-11-20T22:00:00Z')).hours).toHaveLength(0)
  })
})

// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Schemas } from '../http/api'
import { callsTo, fakeApi, problem, type Call, type Handlers } from '../http/api.fixture'
import { checkChoice, isBookable, fetchDay, fetchFirstOpenDay } from './availability'

const slotQuery = { product: 'sunset-dunes', option: 'shared' }
const open = { status: 'AVAILABLE', vacancies: 4 } as const
const soldOut = { status: 'SOLD_OUT', vacancies: 0 } as const

/** Handlers of a server with these open days; the others are sold out. */
function openOn(days: string[]): Handlers {
  const month = (of: string): Schemas['CalendarDay'][] =>
    Array.from({ length: 31 }, (_, n) => `${of}-${String(n + 1).padStart(2, '0')}`).map((date) => ({
      date,
      ...(days.includes(date) ? open : soldOut),
    }))
  return {
    'GET /availability': ({ query }) => ({ body: { slots: [days.includes(query.date ?? '') ? open : soldOut] } }),
    'GET /availability/calendar': ({ query }) => ({ body: { days: month(query.month ?? '') } }),
  }
}

const monthsOf = (calls: Call[]) => callsTo(calls, 'GET /availability/calendar').map(({ query }) => query.month)

beforeEach(() => void vi.setSystemTime('2026-11-20T07:15:00Z'))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a slot is bookable if it is open and has seats, or is in free sale', () => {
  expect(isBookable({ status: 'LIMITED', vacancies: 1 })).toBe(true)
  expect(isBookable({ status: 'FREESALE', vacancies: 0 })).toBe(true)
  expect(isBookable({ status: 'AVAILABLE', vacancies: 0 })).toBe(false)
  expect(isBookable({ status: 'CLOSED', vacancies: 4 })).toBe(false)
})

describe('the availability of a date', () => {
  test('is requested once if it has a free start', async () => {
    const calls = fakeApi(openOn(['2026-11-20']))
    const found = await fetchDay({ ...slotQuery, length: 2 }, '2026-11-20')
    expect(found).toMatchObject({ day: '2026-11-20', nearest: [] })
    expect(calls.map(({ query }) => query)).toEqual([{ ...slotQuery, length: '2', date: '2026-11-20' }])
  })
  test('lists the nearest open dates, before and after, if the date is sold out', async () => {
    fakeApi(openOn(['2026-11-02', '2026-11-18', '2026-11-23', '2026-11-25']))
    const { day, nearest } = await fetchDay(slotQuery, '2026-11-20')
    expect(day).toBe('2026-11-20')
    expect(nearest).toEqual(['2026-11-18', '2026-11-23', '2026-11-25'])
  })
  test('searches the next two months, across the end of the year, if no date is open this month', async () => {
    vi.setSystemTime('2026-12-18T07:15:00Z')
    const calls = fakeApi(openOn(['2027-01-05']))
    const { nearest } = await fetchDay(slotQuery, '2026-12-20')
    expect(nearest).toEqual(['2027-01-05'])
    expect(monthsOf(calls)).toEqual(['2026-12', '2027-01', '2027-02'])
  })
  test.each([
    ['2026-11-30', ['2026-11-28', '2026-11-29', '2026-12-01'], ['2026-11', '2026-12']],
    ['2026-12-01', ['2026-11-30', '2026-12-02', '2026-12-03'], ['2026-12', '2026-11']],
  ])('lists the nearest open dates of both months at the edge of a month: %s', async (day, expected, months) => {
    const around = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03']
    const calls = fakeApi(openOn(around.filter((other) => other !== day)))
    expect((await fetchDay(slotQuery, day)).nearest).toEqual(expected)
    expect(monthsOf(calls)).toEqual(months)
  })
  test('does not request months that are past or have no nearer date', async () => {
    vi.setSystemTime('2026-12-01T13:00:00Z')
    const calls = fakeApi(openOn(['2026-12-02', '2026-12-03', '2026-12-20']))
    expect((await fetchDay(slotQuery, '2026-12-01')).nearest).toEqual(['2026-12-02', '2026-12-03', '2026-12-20'])
    expect(monthsOf(calls)).toEqual(['2026-12'])
  })
  test('is returned without nearest dates if the calendar cannot be fetched', async () => {
    fakeApi({ ...openOn([]), 'GET /availability/calendar': () => problem('not_found', 404) })
    expect(await fetchDay(slotQuery, '2026-11-20')).toMatchObject({ nearest: [] })
  })
  test('does not list a sold-out date as its own nearest date, even if the calendar has it as open', async () => {
    fakeApi({
      ...openOn(['2026-11-20', '2026-11-21']),
      'GET /availability': () => ({ body: { slots: [soldOut] } }),
    })
    expect((await fetchDay(slotQuery, '2026-11-20')).nearest).toEqual(['2026-11-21'])
  })
  test('moves to the next open date if the visitor chose none', async () => {
    fakeApi(openOn(['2026-11-19', '2026-11-23']))
    expect((await fetchFirstOpenDay(slotQuery, '2026-11-20')).day).toBe('2026-11-23')
  })
  test('stays at its date if no open date follows', async () => {
    fakeApi(openOn(['2026-11-02']))
    expect(await fetchFirstOpenDay(slotQuery, '2026-11-20')).toMatchObject({
      day: '2026-11-20',
      nearest: ['2026-11-02'],
    })
  })
})

test('a check of a choice is not sent again if it fails', async () => {
  const calls = fakeApi({ 'POST /availability/check': () => problem('unavailable', 503) })
  await expect(checkChoice({ ...slotQuery, date: '2026-11-20', units: [] })).rejects.toThrow()
  expect(calls).toHaveLength(1)
})

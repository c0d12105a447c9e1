// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Schemas } from '../http/api'
import { callsTo, fakeApi, problem, type Handlers } from '../http/api.fixture'
import { checkChoice, isBookable, lookUpDay, lookUpFirstDay } from './availability'

const wanted = { product: 'sunset-dunes', option: 'shared' }
const open = { status: 'AVAILABLE', vacancies: 4 } as const
const soldOut = { status: 'SOLD_OUT', vacancies: 0 } as const

/** Handlers of a server with these open days; the others are sold out. */
function openOn(days: string[]): Handlers {
  const month = (of: string): Schemas['CalendarDay'][] =>
    Array.from({ length: 28 }, (_, n) => `${of}-${String(n + 1).padStart(2, '0')}`).map((date) => ({
      date,
      ...(days.includes(date) ? open : soldOut),
    }))
  return {
    'GET /availability': ({ query }) => ({ body: { slots: [days.includes(query.date ?? '') ? open : soldOut] } }),
    'GET /availability/calendar': ({ query }) => ({ body: { days: month(query.month ?? '') } }),
  }
}

afterEach(() => vi.unstubAllGlobals())

test('a slot can be booked while something of it is left', () => {
  expect(isBookable({ status: 'LIMITED', vacancies: 1 })).toBe(true)
  expect(isBookable({ status: 'FREESALE', vacancies: 0 })).toBe(true)
  expect(isBookable({ status: 'AVAILABLE', vacancies: 0 })).toBe(false)
  expect(isBookable({ status: 'CLOSED', vacancies: 4 })).toBe(false)
})

describe('a day', () => {
  test('is requested once if it has a free start', async () => {
    const calls = fakeApi(openOn(['2026-11-20']))
    const found = await lookUpDay({ ...wanted, length: 2 }, '2026-11-20')
    expect(found).toMatchObject({ day: '2026-11-20', nearest: [] })
    expect(calls.map(({ query }) => query)).toEqual([{ ...wanted, length: '2', date: '2026-11-20' }])
  })
  test('without slots shows the nearest days with slots, before and after', async () => {
    fakeApi(openOn(['2026-11-02', '2026-11-18', '2026-11-23', '2026-11-25']))
    const { day, nearest } = await lookUpDay(wanted, '2026-11-20')
    expect(day).toBe('2026-11-20')
    expect(nearest).toEqual(['2026-11-18', '2026-11-23', '2026-11-25'])
  })
  test('with nothing near looks into the next months, over the end of the year', async () => {
    const calls = fakeApi(openOn(['2027-01-05']))
    const { nearest } = await lookUpDay(wanted, '2026-12-20')
    expect(nearest).toEqual(['2027-01-05'])
    expect(callsTo(calls, 'GET /availability/calendar').map(({ query }) => query.month)).toEqual([
      '2026-12',
      '2027-01',
      '2027-02',
    ])
  })
  test('without free starts is shown even if the nearest days cannot be fetched', async () => {
    fakeApi({ ...openOn([]), 'GET /availability/calendar': () => problem('not_found', 404) })
    expect(await lookUpDay(wanted, '2026-11-20')).toMatchObject({ nearest: [] })
  })
  test('with nothing is not its own neighbour, whatever the calendar says', async () => {
    fakeApi({
      ...openOn(['2026-11-20', '2026-11-21']),
      'GET /availability': () => ({ body: { slots: [soldOut] } }),
    })
    expect((await lookUpDay(wanted, '2026-11-20')).nearest).toEqual(['2026-11-21'])
  })
  test('that was not chosen gives way to the next open one', async () => {
    fakeApi(openOn(['2026-11-19', '2026-11-23']))
    expect((await lookUpFirstDay(wanted, '2026-11-20')).day).toBe('2026-11-23')
  })
  test('that was not chosen stays where none follows', async () => {
    fakeApi(openOn(['2026-11-02']))
    expect(await lookUpFirstDay(wanted, '2026-11-20')).toMatchObject({ day: '2026-11-20', nearest: ['2026-11-02'] })
  })
})

test('a check is sent once, even if it fails', async () => {
  const calls = fakeApi({ 'POST /availability/check': () => problem('unavailable', 503) })
  await expect(checkChoice({ ...wanted, date: '2026-11-20', units: [] })).rejects.toThrow()
  expect(calls).toHaveLength(1)
})

import { expect, it } from 'vitest'
import { addMonths, daysToward, weeksOf } from './month-grid'

it('weeksOf splits a month into weeks of seven days', () => {
  const weeks = weeksOf('2026-11', 1)
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([...Array<undefined>(6), '2026-11-01'])
  expect(weeks.at(-1)).toEqual(['2026-11-30', ...Array<undefined>(6)])
  expect(weeksOf('2027-02', 1)).toHaveLength(4)
})

it('addMonths crosses the end of a year', () => {
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1), addMonths('2026-03', 12)]).toEqual([
    ...['2027-01', '2025-12', '2027-03'],
  ])
})

const grid = { first: '2026-11-20', last: '2027-11-19', firstDay: 1, rtl: false }
const to = (key: string, from: string, more = {}) =>
  daysToward({ key, shiftKey: false, ...more }, from, { ...grid, ...more })

it.each([
  ['ArrowRight', '2026-11-24', '2026-11-25'],
  ['ArrowLeft', '2026-11-24', '2026-11-23'],
  ['ArrowDown', '2026-11-24', '2026-12-01'],
  ['ArrowUp', '2026-12-01', '2026-11-24'],
  ['Home', '2026-11-25', '2026-11-23'],
  ['End', '2026-11-25', '2026-11-29'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['PageUp', '2027-03-31', '2027-02-28'],
])('%s moves from %s to %s', (key, from, day) => {
  expect(to(key, from)?.[0]).toBe(day)
})

it('the left and right arrows are swapped in a right-to-left script', () => {
  expect(to('ArrowLeft', '2026-11-24', { rtl: true })?.[0]).toBe('2026-11-25')
  expect(to('ArrowRight', '2026-11-24', { rtl: true })?.[0]).toBe('2026-11-23')
})

it('each key lists further days to try, within the range and the week or month of the key', () => {
  expect(to('ArrowUp', '2026-12-10')).toEqual(['2026-12-03', '2026-11-26'])
  expect(to('ArrowRight', '2027-11-19')).toEqual([])
  expect(to('End', '2026-11-27')).toEqual(['2026-11-29', '2026-11-28', '2026-11-27'])
  expect(to('PageDown', '2026-11-30')?.slice(0, 3)).toEqual(['2026-12-30', '2026-12-31', '2026-12-29'])
  expect(to('PageDown', '2026-11-30')).toHaveLength(31)
})

it('PageDown with Shift moves by a year', () => {
  expect(to('PageDown', '2026-11-24', { shiftKey: true })?.[0]).toBe('2027-11-24')
})

it('other keys do not move', () => {
  expect(to('Enter', '2026-11-24')).toBeNull()
})

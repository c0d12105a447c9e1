import { describe, expect, test } from 'vitest'
import { addDays, dayAt, firstWeekday, timeAt } from './clock'

describe('the date at the destination', () => {
  const evening = Date.parse('2026-11-20T21:30:00Z')
  test('follows the time zone of the destination', () => {
    expect(dayAt(evening, 'Asia/Dubai')).toBe('2026-11-21')
    expect(timeAt(evening, 'Asia/Dubai')).toBe('01:30')
    expect(dayAt(evening, 'America/New_York')).toBe('2026-11-20')
  })
  test('includes the leap day and crosses the end of a year', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
})

test('the first day of the week depends on the country, not on the language', () => {
  expect([firstWeekday('en-US'), firstWeekday('en-GB'), firstWeekday('ar-AE'), firstWeekday('ar-EG')]).toEqual([
    0, 1, 1, 6,
  ])
})

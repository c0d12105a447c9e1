import { expect, it } from 'vitest'
import { firstWeekday, toDate, toDay } from './local-dates'

it('begins the week where the country does, whatever the direction of its script', () => {
  expect([firstWeekday('en-US'), firstWeekday('en-GB'), firstWeekday('ar-AE'), firstWeekday('ar-EG')]).toEqual([
    0, 1, 1, 6,
  ])
})

it('passes a day through the browser’s own dates unchanged', () => {
  expect(toDay(toDate('2026-03-29'))).toBe('2026-03-29')
})

import { expect, test } from 'vitest'
import { slotFor } from './availability'
import { slot } from './ticket.fixture'

const soldOut = { status: 'SOLD_OUT', vacancies: 0 } as const

test('the first bookable start is selected if the visitor chose none', () => {
  expect(slotFor([slot('15:00', soldOut), slot('15:30')], undefined)?.startTime).toBe('15:30')
})

test('a chosen start stays selected', () => {
  expect(slotFor([slot('15:00'), slot('15:30')], '15:30')?.startTime).toBe('15:30')
})

test('a chosen start is not replaced by another if it is sold out', () => {
  expect(slotFor([slot('15:00'), slot('15:30', soldOut)], '15:30')).toBeUndefined()
})

test('the first start is selected if the date does not have the chosen one', () => {
  expect(slotFor([slot('09:00'), slot('10:00')], '15:30')?.startTime).toBe('09:00')
})

test('a slot with opening hours is selected without a start', () => {
  const hours = slot('', { startTime: undefined, openingHours: [{ from: '10:00', to: '22:00' }] })
  expect(slotFor([hours], undefined)).toBe(hours)
})

import { expect, test } from 'vitest'
import { slotFor } from './availability'
import { slot } from './ticket.fixture'

const soldOut = { status: 'SOLD_OUT', vacancies: 0 } as const

test('the first start that can be booked is taken where none is wanted', () => {
  expect(slotFor([slot('15:00', soldOut), slot('15:30')], undefined)?.startTime).toBe('15:30')
})

test('a wanted start is kept', () => {
  expect(slotFor([slot('15:00'), slot('15:30')], '15:30')?.startTime).toBe('15:30')
})

test('a wanted start that is sold out is not replaced unasked', () => {
  expect(slotFor([slot('15:00'), slot('15:30', soldOut)], '15:30')).toBeUndefined()
})

test('a day without the wanted start offers its first', () => {
  expect(slotFor([slot('09:00'), slot('10:00')], '15:30')?.startTime).toBe('09:00')
})

test('opening hours are one slot without a start', () => {
  const hours = slot('', { startTime: undefined, openingHours: [{ from: '10:00', to: '22:00' }] })
  expect(slotFor([hours], undefined)).toBe(hours)
})

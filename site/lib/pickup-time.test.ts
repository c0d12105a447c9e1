import { expect, test } from 'vitest'
import { pickupTime } from './pickup-time'

const half = { id: 'marina', name: 'Marina hotels', minutesBefore: 30 }

test('a pickup time follows the start', () => {
  expect(pickupTime(half, '15:00')).toBe('14:30')
  expect(pickupTime(half, '16:00')).toBe('15:30')
  expect(pickupTime(half, '00:15')).toBe('23:45')
  expect(pickupTime(half)).toBeUndefined()
})

test('a fixed pickup time holds for every start', () => {
  expect(pickupTime({ id: 'a', name: 'A', time: '08:00' }, '09:00')).toBe('08:00')
  expect(pickupTime({ id: 'a', name: 'A' }, '09:00')).toBeUndefined()
})

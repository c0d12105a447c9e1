import { beforeEach, expect, it } from 'vitest'
import { bookingOf, orderOf } from '../../lib/booking.fixture'
import type { Booking } from '../../lib/order'
import { enterEnglish } from '../../lib/shell.fixture'
import { calendarOf } from './calendar'

beforeEach(enterEnglish)

it('has every booking that stands, at its instant', () => {
  const booked = bookingOf({ pickup: { title: 'Marina hotels', address: 'Hotel Al Bahr; room 214' } })
  const bookings = [booked, bookingOf({ id: 'b2', status: 'REJECTED' })]
  const lines = (calendarOf(orderOf({ bookings })) ?? '').split('\r\n')
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(lines).toContain('DTSTART:20261205T110000Z')
  expect(lines).toContain('SUMMARY:Sunset dunes')
  expect(lines).toContain('LOCATION:Marina hotels\\, Hotel Al Bahr\\; room 214')
  expect(lines).toContain('DESCRIPTION:A seat in a shared car\\nBooking reference: K7M3Q9XW')
})

const linesOf = (booking: Partial<Booking>) =>
  (calendarOf(orderOf({ bookings: [bookingOf(booking)] })) ?? '').split('\r\n')

it('ends when the booking does', () => {
  expect(linesOf({ minutes: 390 })).toContain('DTEND:20261205T173000Z')
  expect(linesOf({ length: 3, lengthBy: 'NIGHT' })).toContain('DURATION:P3D')
  expect(linesOf({}).filter((line) => /^(DTEND|DURATION)/.test(line))).toEqual([])
})

it('has whole days, and the opening hours in words, where there is no start time', () => {
  const openingHours = [{ from: '10:00', to: '22:00' }]
  const lines = linesOf({ startTime: undefined, openingHours })
  expect(lines).toContain('DTSTART;VALUE=DATE:20261205')
  expect(lines).toContain('DTEND;VALUE=DATE:20261206')
  expect(lines.join('').replaceAll('\\', '')).toContain('any time, 10:00 to 22:00')
  expect(linesOf({ startTime: undefined, length: 2, lengthBy: 'NIGHT' })).toContain('DTEND;VALUE=DATE:20261208')
})

it('has what is reserved to be paid later, and not what still waits', () => {
  const bookings = [bookingOf({ status: 'PENDING' })]
  expect(calendarOf(orderOf({ bookings }, { status: 'due' }))).toBeDefined()
  expect(calendarOf(orderOf({ bookings }, { status: 'authorised' }))).toBeUndefined()
})

it('has no line of more than 75 bytes', () => {
  const product = {
    ...bookingOf().product,
    title: 'غروب الكثبان في سيارة لاند روفر كلاسيكية من وسط المدينة إلى الصحراء',
  }
  const text = calendarOf(orderOf({ bookings: [bookingOf({ product })] })) ?? ''
  const sizes = text.split('\r\n').map((line) => new TextEncoder().encode(line).length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(product.title)
})

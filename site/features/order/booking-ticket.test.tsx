// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { bookingOf, orderOf } from './booking.fixture'
import { BookingTicket } from './booking-ticket'

afterEach(cleanup)

it.each(['invoices', 'result'] as const)(
  'the island %s shows which part of a cancelled booking counts for the rest of the order',
  (island) => {
    setSite(shell, islandMessages('en', [island]))
    const booking = bookingOf({ status: 'CANCELLED', applied: 39500 })
    const order = orderOf({ bookings: [booking, bookingOf({ id: 'b2' })] }, { captured: 79000 })
    render(<BookingTicket booking={booking} order={order} />)
    const text = document.getElementById(`booking-${booking.id}`)?.textContent.replace(/\u00a0/g, ' ')
    expect(text).toContain('PaidAED 790Counts for the rest of your orderAED 395')
  },
)

it('a cancelled booking is not shown as payable', () => {
  setSite(shell, islandMessages('en', ['invoices']))
  const booking = bookingOf({ status: 'CANCELLED', applied: 39500 })
  const payment = { method: 'pay_later', status: 'due', captured: 39500, due: 19000 } as const
  render(<BookingTicket booking={booking} order={orderOf({ bookings: [booking, bookingOf({ id: 'b2' })] }, payment)} />)
  const text = document.getElementById(`booking-${booking.id}`)?.textContent.replace(/\u00a0/g, ' ')
  expect(text).toContain('Booking amountAED 790')
  expect(text).not.toContain('payable')
})

it('a booking that was cancelled before anything was charged for it is not shown as paid', () => {
  setSite(shell, islandMessages('en', ['invoices']))
  const booking = bookingOf({ status: 'CANCELLED', amount: 69000 })
  const order = orderOf({ promoCode: 'DESERT10', bookings: [booking, bookingOf({ id: 'b2' })] }, { captured: 79000 })
  render(<BookingTicket booking={booking} order={order} />)
  const text = document.getElementById(`booking-${booking.id}`)?.textContent.replace(/\u00a0/g, ' ')
  expect(text).toContain('Booking amountAED 690')
  expect(text).not.toContain('Paid')
})

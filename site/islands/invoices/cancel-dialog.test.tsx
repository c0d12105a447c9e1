// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem } from '../../features/http/api.fixture'
import { bookingOf, orderOf } from '../../features/order/booking.fixture'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { CancelDialog } from './cancel-dialog'

const path = '/orders/o1/bookings/b1/cancellation'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the cancellation dialog sends the quote that it showed, and shows a new one if that has changed', async () => {
  setSite(shell, islandMessages('en', ['invoices']))
  const free = { refund: 0, back: 0, percent: 100, freeUntil: 'payment', currency: 'AED', exponent: 2 }
  let quote: object = free
  const calls = fakeApi({ [`GET ${path}`]: () => ({ body: quote }), [`POST ${path}`]: () => problem('price_changed') })
  const order = orderOf({ bookings: [bookingOf({ cancellation: { freeUntil: 'payment', steps: [] } })] })
  render(
    <CancelDialog order={order} booking={order.bookings[0]!} onChanged={vi.fn()} onStale={vi.fn()} onClose={vi.fn()} />,
  )
  expect(await screen.findByText(/nothing to give back/)).toBeDefined()
  quote = { refund: 0, back: 0, percent: 0, currency: 'AED', exponent: 2 }
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the booking' }))
  expect(await screen.findByText(/nothing is refunded any more/)).toBeDefined()
  expect(screen.queryByText(/nothing to give back/)).toBeNull()
  expect(callsTo(calls, `POST ${path}`)[0]?.body).toEqual({ refund: 0, quote: free })
})

it('the cancellation dialog promises no money back if the payment goes towards the rest of the order', async () => {
  setSite(shell, islandMessages('en', ['invoices']))
  const quote = { refund: 69000, back: 0, applied: 5000, percent: 100, currency: 'AED', exponent: 2 }
  fakeApi({ [`GET ${path}`]: () => ({ body: quote }) })
  const order = orderOf({ bookings: [bookingOf()] })
  render(
    <CancelDialog order={order} booking={order.bookings[0]!} onChanged={vi.fn()} onStale={vi.fn()} onClose={vi.fn()} />,
  )
  expect(await screen.findByText(/^100% of the price is waived/)).toBeDefined()
  const text = screen.getByRole('dialog').textContent.replaceAll('\u00a0', ' ')
  expect(text).toContain('AED 50 of what you paid for it goes towards the rest of your order.')
  expect(text).not.toContain('You get back')
})

it('the cancellation dialog of a booking that a promo code covers does not say that its policy keeps its price', async () => {
  setSite(shell, islandMessages('en', ['invoices']))
  fakeApi({ [`GET ${path}`]: () => ({ body: { refund: 0, back: 0, percent: 100, currency: 'AED', exponent: 2 } }) })
  const order = orderOf({ promoCode: 'FREE', bookings: [bookingOf({ amount: 0 }), bookingOf({ id: 'b2' })] })
  render(
    <CancelDialog order={order} booking={order.bookings[0]!} onChanged={vi.fn()} onStale={vi.fn()} onClose={vi.fn()} />,
  )
  expect(await screen.findByText(/nothing to give back/)).toBeDefined()
  expect(screen.queryByText(/nothing is refunded any more/)).toBeNull()
})

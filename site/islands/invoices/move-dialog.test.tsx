// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Call, type Handlers } from '../../features/http/api.fixture'
import { bookingOf, itemOf, orderOf } from '../../features/order/booking.fixture'
import type { Order } from '../../features/order/order'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { MoveDialog } from './move-dialog'

const path = '/orders/o1/bookings/b1/move'
const options = {
  ...{ until: '2026-12-04T11:00:00Z', product: 'sunset-dunes', option: 'shared' },
  ...{ date: '2026-12-05', startTime: '15:00' },
  options: [{ id: 'shared', title: 'A seat in a shared car', maxTravellers: 8, units: itemOf().units }],
}
const slotAt = (startTime: string, part = {}) => ({
  ...{ startTime, startsAt: '2026-12-05T11:00:00Z', closesAt: '2026-12-05T10:00:00Z', cancellation: { steps: [] } },
  ...{ status: 'AVAILABLE', vacancies: 4, capacity: 6, ...part },
})
const month = [
  { date: '2026-12-05', status: 'SOLD_OUT', vacancies: 0 },
  { date: '2026-12-06', status: 'AVAILABLE', vacancies: 4 },
  { date: '2026-12-07', status: 'SOLD_OUT', vacancies: 0 },
]
const defaults: Handlers = {
  [`GET ${path}`]: () => ({ body: options }),
  'GET /availability/calendar': () => ({ body: { days: month, currency: 'AED', exponent: 2 } }),
  'GET /availability': () => ({
    body: { slots: [slotAt('15:00', { status: 'SOLD_OUT', vacancies: 0 }), slotAt('17:00')] },
  }),
  [`POST ${path}/quote`]: () => ({
    body: { amount: 70000, difference: -9000, back: 9000, currency: 'AED', exponent: 2 },
  }),
}

let calls: Call[]
let updated: Order | undefined

function show(handlers: Handlers, payment: Partial<Order['payment']> = {}) {
  calls = fakeApi({ ...defaults, ...handlers })
  updated = undefined
  const booked = orderOf({ bookings: [bookingOf({ movableUntil: '2026-11-19T11:00:00Z' })] })
  const order = { ...booked, payment: { ...booked.payment, ...payment } }
  const view = render(
    <MoveDialog
      order={order}
      booking={order.bookings[0]!}
      onChanged={(given) => (updated = given)}
      onStale={() => {}}
      onClose={() => view.unmount()}
    />,
  )
}

beforeEach(() => {
  vi.setSystemTime('2026-11-20T10:00:00Z')
  setSite(shell, islandMessages('en', ['invoices']))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const confirm = () => screen.getByRole('button', { name: 'Change the booking' })

it('the move dialog moves a booking to a day with seats for the price difference that it showed', async () => {
  const moved = orderOf({ bookings: [bookingOf({ date: '2026-12-06' })] })
  show({ [`PUT ${path}`]: () => ({ body: moved }) })
  const free = await screen.findByRole('button', { name: /^6 December 2026/ })
  expect(await screen.findByRole('radio', { name: /15:00/ })).toHaveProperty('checked', true) // the booking's own, though full
  expect(confirm().getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: /7 December 2026, sold out/ }))
  expect(screen.getByText(/Choose another day/)).toBeDefined()
  await userEvent.click(free)
  await userEvent.click(await screen.findByRole('radio', { name: /17:00/ }))
  expect(await screen.findByText('You get back')).toBeDefined()
  await waitFor(() => expect(confirm().getAttribute('aria-disabled')).not.toBe('true'))
  await userEvent.click(confirm())
  await waitFor(() => expect(updated).toEqual(moved))
  expect(callsTo(calls, `PUT ${path}`)[0]?.body).toEqual({
    ...{ option: 'shared', date: '2026-12-06', startTime: '17:00', difference: -9000 },
    units: [{ id: 'adult', quantity: 2 }],
  })
})

it('the move dialog offers only other start times if the price was agreed for the day and party', async () => {
  show({ [`GET ${path}`]: () => ({ body: { ...options, fixedParty: true, fixedDay: true } }) })
  expect(await screen.findByText('Choose another time, or change the lead traveller.')).toBeDefined()
  await userEvent.click(await screen.findByRole('radio', { name: /17:00/ }))
  expect(await screen.findByText('You get back')).toBeDefined()
  expect(screen.getByText('The price was agreed for this option, day and party.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'One more: Adult' })).toBeNull()
  expect(screen.queryByRole('button', { name: /6 December 2026/ })).toBeNull()
})

it.each([
  ['the day is fixed and has one start', { fixedDay: true }, [slotAt('15:00')], 'You can change the lead traveller.'],
  ['the day may be changed', {}, [slotAt('15:00')], 'Choose another day or time, or change the lead traveller.'],
])('the move dialog names what can be changed of a booking with an agreed price: %s', async (_, fixed, slots, hint) => {
  show({
    [`GET ${path}`]: () => ({ body: { ...options, fixedParty: true, ...fixed } }),
    'GET /availability': () => ({ body: { slots } }),
  })
  expect(await screen.findByText(hint)).toBeDefined()
})

it('the move dialog keeps the chosen party if the seats were sold in the meantime', async () => {
  show({
    'GET /availability': () => ({ body: { slots: [slotAt('15:00', { status: 'LIMITED', vacancies: 1 })] } }),
    [`PUT ${path}`]: () => problem('sold_out', 409),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'One more: Adult' }))
  expect(await screen.findByText('You get back')).toBeDefined()
  await waitFor(() => expect(confirm().getAttribute('aria-disabled')).not.toBe('true'))
  await userEvent.click(confirm())
  expect(await screen.findByText(/have just been sold/)).toBeDefined()
  expect(screen.getByRole('status', { name: 'Adult' }).textContent).toBe('3')
  expect(updated).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: 'One less: Adult' }))
  expect(screen.queryByText(/have just been sold/), 'once the choice is another').toBeNull()
})

it('the move dialog changes only the lead traveller, and focuses a field that the server rejects', async () => {
  show({ [`PUT ${path}`]: () => problem('invalid', 422, [{ name: 'guest.email', code: 'format' }]) })
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Omar Said')
  await userEvent.click(confirm())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Omar Said')
  expect(callsTo(calls, `PUT ${path}`)[0]?.body).toMatchObject({ difference: 0, guest: { name: 'Omar Said' } })
  const email = screen.getByLabelText<HTMLInputElement>('E-mail')
  await userEvent.type(email, '.example')
  expect(document.activeElement, 'the field keeps the focus while its error is corrected').toBe(email)
  expect(email.closest('details')?.open).toBe(true)
  expect(email.value).toMatch(/\.example$/)
})

it('the move dialog shows the deadline, and no button, if it is too late to change the booking', async () => {
  show({ [`GET ${path}`]: () => problem('not_possible', 409) })
  expect(await screen.findByText(/could be changed until Thu 19 Nov/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Change the booking' })).toBeNull()
})

it('the move dialog says that the pickup has to change first if the chosen day has no such pickup', async () => {
  show({ [`POST ${path}/quote`]: () => problem('invalid', 422, [{ name: 'pickup.time', code: 'required' }]) })
  await userEvent.click(await screen.findByRole('button', { name: /^6 December 2026/ }))
  await userEvent.click(await screen.findByRole('radio', { name: /17:00/ }))
  expect(await screen.findByText(/Your pickup isn’t possible then/)).toBeDefined()
})

it.each<[string, object, Partial<Order['payment']>, string[], RegExp]>([
  ['comes back', { back: 9000 }, {}, ['New price', 'You get back'], /goes back the way you paid/],
  ['comes back from the shop', { back: 9000 }, { refundByShop: true }, ['New price', 'You get back'], /The shop gives/],
  ['is released', { back: 9000 }, { status: 'authorised' }, ['New price', 'You get back'], /reserved on your card is/],
  ['was not paid', { lessDue: 9000 }, {}, ['New price', 'Less to pay'], /comes off what you still/],
  ['was paid in part', { back: 2000, lessDue: 7000 }, {}, ['New price', 'You get back', 'Less to pay'], /the way you/],
  ['has come back by a lost dispute', {}, { refundByShop: true }, ['New price'], /nothing more is refunded/],
])('the move dialog says what becomes of a difference that %s', async (_, part, payment, labels, note) => {
  const quote = { amount: 70000, difference: -9000, currency: 'AED', exponent: 2, ...part }
  show({ [`POST ${path}/quote`]: () => ({ body: quote }) }, payment)
  await userEvent.click(await screen.findByRole('radio', { name: /17:00/ }))
  const total = await screen.findByText('New price')
  const status = total.closest('[role=status]')!
  expect([...status.querySelectorAll('.total > span')].map((label) => label.textContent)).toEqual(labels)
  expect(screen.getByText(note)).toBeDefined()
})

it('the move dialog leaves the focus on the booking if the button that had opened it is gone', async () => {
  const heading = document.body.appendChild(document.createElement('h3'))
  heading.id = 'booking-b1'
  heading.tabIndex = -1
  show({ [`PUT ${path}`]: () => ({ body: orderOf() }) })
  await userEvent.type(await screen.findByLabelText('Name'), ' Said')
  await userEvent.click(confirm())
  await waitFor(() => expect(document.activeElement).toBe(heading))
  heading.remove()
})

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
const world: Handlers = {
  [`GET ${path}`]: () => ({ body: options }),
  'GET /availability/calendar': () => ({ body: { days: month, currency: 'AED', exponent: 2 } }),
  'GET /availability': () => ({
    body: { slots: [slotAt('15:00', { status: 'SOLD_OUT', vacancies: 0 }), slotAt('17:00')] },
  }),
  [`POST ${path}/quote`]: () => ({ body: { amount: 70000, difference: -9000, currency: 'AED', exponent: 2 } }),
}

let calls: Call[]
let now: Order | undefined

function show(handlers: Handlers) {
  calls = fakeApi({ ...world, ...handlers })
  now = undefined
  const order = orderOf({ bookings: [bookingOf({ movableUntil: '2026-11-19T11:00:00Z' })] })
  const ended = render(
    <MoveDialog
      order={order}
      booking={order.bookings[0]!}
      onChanged={(given) => (now = given)}
      onStale={() => {}}
      onClose={() => ended.unmount()}
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

it('moves a booking to a free day for the difference that was shown', async () => {
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
  await waitFor(() => expect(now).toEqual(moved))
  expect(callsTo(calls, `PUT ${path}`)[0]?.body).toEqual({
    ...{ option: 'shared', date: '2026-12-06', startTime: '17:00', difference: -9000 },
    units: [{ id: 'adult', quantity: 2 }],
  })
})

it('offers another start alone where the price was agreed', async () => {
  show({ [`GET ${path}`]: () => ({ body: { ...options, fixedParty: true, fixedDay: true } }) })
  expect(await screen.findByText('Choose another time, or change the lead traveller.')).toBeDefined()
  await userEvent.click(await screen.findByRole('radio', { name: /17:00/ }))
  expect(await screen.findByText('You get back')).toBeDefined()
  expect(screen.getByText('The price was agreed for this option, day and party.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'One more: Adult' })).toBeNull()
  expect(screen.queryByRole('button', { name: /6 December 2026/ })).toBeNull()
})

it.each([
  ['of the day with one start', { fixedDay: true }, [slotAt('15:00')], 'You can change the lead traveller.'],
  ['of a departure that is off', {}, [slotAt('15:00')], 'Choose another day or time, or change the lead traveller.'],
])('asks only for what can be changed where the price was agreed: %s', async (_, fixed, slots, hint) => {
  show({
    [`GET ${path}`]: () => ({ body: { ...options, fixedParty: true, ...fixed } }),
    'GET /availability': () => ({ body: { slots } }),
  })
  expect(await screen.findByText(hint)).toBeDefined()
})

it('keeps what was chosen when the seats are gone', async () => {
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
  expect(now).toBeUndefined()
})

it('changes the lead traveller alone, and says at the field what is wrong', async () => {
  show({ [`PUT ${path}`]: () => problem('invalid', 422, [{ name: 'guest.email', code: 'format' }]) })
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Omar Said')
  await userEvent.click(confirm())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-mail')))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Omar Said')
  expect(callsTo(calls, `PUT ${path}`)[0]?.body).toMatchObject({ difference: 0, guest: { name: 'Omar Said' } })
})

it('says that it is too late, and until when it was not', async () => {
  show({ [`GET ${path}`]: () => problem('not_possible', 409) })
  expect(await screen.findByText(/could be changed until Thu 19 Nov/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Change the booking' })).toBeNull()
})

// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Call, type Handlers } from '../../features/http/api.fixture'
import { transferOf, bookingOf, orderOf } from '../../features/order/booking.fixture'
import type { Order } from '../../features/order/order'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { toastEvent } from '../../features/toasts/raise-toast'
import { islandMessages } from '../../render/server/messages'
import { PickupDialog } from './pickup-dialog'

const path = '/orders/o1/bookings/b1/transfers'
const points = [
  { id: 'marina', title: 'Hotels in the Marina', time: '14:30', asksAddress: true },
  { id: 'station', title: 'Railway station', time: '14:00', asksAddress: false },
]
const transfers = {
  pickup: transferOf({ points, point: 'marina', address: 'Rove', missing: [] }),
  until: '2026-12-05T07:00:00Z',
}
const moved = orderOf({ bookings: [bookingOf({ pickup: { title: 'Railway station', time: '14:00' } })] })

let calls: Call[]
let updated: Order | undefined
const onStale = vi.fn()

function show(handlers: Handlers) {
  calls = fakeApi(handlers)
  updated = undefined
  const order = orderOf()
  const view = render(
    <PickupDialog
      order={order}
      booking={order.bookings[0]!}
      onChanged={(given) => (updated = given)}
      onStale={onStale}
      onClose={() => view.unmount()}
    />,
  )
}

beforeEach(() => setSite(shell, islandMessages('en', ['invoices'])))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the pickup dialog shows the deadline, saves another pickup point and confirms it', async () => {
  const toast = vi.fn()
  document.addEventListener(toastEvent, toast, { once: true })
  show({ [`GET ${path}`]: () => ({ body: transfers }), [`PUT ${path}`]: () => ({ body: moved }) })
  expect((await screen.findByLabelText<HTMLInputElement>('Your hotel or address')).value).toBe('Rove')
  expect(screen.getByText(/You can change this until Sat 5 Dec, 11:00 \(Dubai time\)/)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: /station/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(updated).toEqual(moved))
  expect(callsTo(calls, `PUT ${path}`)[0]?.body).toMatchObject({ pickup: { point: 'station' } })
  expect(toast).toHaveBeenCalledOnce()
})

it('the pickup dialog shows the error at the address field and focuses it if the address is missing', async () => {
  const wrong = problem('invalid', 422, [{ name: 'pickup.address', code: 'required' }])
  show({ [`GET ${path}`]: () => ({ body: transfers }), [`PUT ${path}`]: () => wrong })
  await userEvent.clear(await screen.findByLabelText('Your hotel or address'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This field is required')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Your hotel or address'))
  expect(updated).toBeUndefined()
})

it('the pickup dialog says that the pickup can no longer be changed, and has no save button', async () => {
  show({ [`GET ${path}`]: () => problem('not_possible', 409) })
  expect(await screen.findByText(/can no longer be changed here/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(onStale, 'reads the order again').toHaveBeenCalledOnce()
})

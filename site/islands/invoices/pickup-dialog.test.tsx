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
let now: Order | undefined

function show(handlers: Handlers) {
  calls = fakeApi(handlers)
  now = undefined
  const order = orderOf()
  const ended = render(
    <PickupDialog
      order={order}
      booking={order.bookings[0]!}
      onChanged={(given) => (now = given)}
      onClose={() => ended.unmount()}
    />,
  )
}

beforeEach(() => setSite(shell, islandMessages('en', ['invoices'])))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('changes the pickup before its deadline and shows the server’s answer', async () => {
  const toast = vi.fn()
  document.addEventListener(toastEvent, toast, { once: true })
  show({ [`GET ${path}`]: () => ({ body: transfers }), [`PUT ${path}`]: () => ({ body: moved }) })
  expect((await screen.findByLabelText<HTMLInputElement>('Your hotel or address')).value).toBe('Rove')
  expect(screen.getByText(/You can change this until Sat 5 Dec, 11:00 \(Dubai time\)/)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: /station/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(now).toEqual(moved))
  expect(callsTo(calls, `PUT ${path}`)[0]?.body).toMatchObject({ pickup: { point: 'station' } })
  expect(toast).toHaveBeenCalledOnce()
})

it('says at the field what is missing', async () => {
  const wrong = problem('invalid', 422, [{ name: 'pickup.address', code: 'required' }])
  show({ [`GET ${path}`]: () => ({ body: transfers }), [`PUT ${path}`]: () => wrong })
  await userEvent.clear(await screen.findByLabelText('Your hotel or address'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This field is required')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Your hotel or address'))
  expect(now).toBeUndefined()
})

it('says that it is too late', async () => {
  show({ [`GET ${path}`]: () => problem('not_possible', 409) })
  expect(await screen.findByText(/can no longer be changed here/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

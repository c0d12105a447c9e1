// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveItemDraft } from '../../features/booking/item-draft'
import { check, product, slot } from '../../features/booking/ticket.fixture'
import { callsTo, fakeApi, problem, type Call, type Handlers } from '../../features/http/api.fixture'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import en from '../../locales/en.json'
import { Ticket } from './ticket'

const t = en.ticket
const cart = { outcome: 'all_available', count: 1, items: [] }
const item = {
  product: product.slug,
  option: product.options[0]?.id ?? '',
  date: '2026-11-24',
  startTime: '15:30',
  units: [{ id: 'adult', quantity: 3 }],
  pickup: { point: 'marina', address: 'Hotel Al Bahr' },
}

let handlers: Handlers
let calls: Call[]

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  vi.setSystemTime(new Date('2026-11-20T07:15:00Z'))
  setSite(shell, en)
  handlers = {
    'GET /availability': () => ({ body: { slots: [slot('15:30'), slot('16:00')] } }),
    'POST /availability/check': () => ({ body: check(90_000) }),
    'POST /cart/items': () => ({ body: cart }),
    'PUT /cart/items/i1': () => ({ body: cart }),
  }
  calls = fakeApi(handlers)
  window.history.replaceState(null, '', '/?item=i1')
  saveItemDraft('i1', item)
})
afterEach(() => {
  cleanup()
  window.history.replaceState(null, '', '/')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a ticket opens with the choice of a cart item and replaces it, with its places', async () => {
  render(<Ticket product={product} />)
  await userEvent.click(await screen.findByRole('radio', { name: '16:00' }))
  expect(screen.queryByRole('button', { name: t.add })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: t.change }))
  await screen.findByText(t.changed)
  expect(callsTo(calls, 'PUT /cart/items/i1').at(-1)?.body).toMatchObject({ ...item, startTime: '16:00' })
  expect(callsTo(calls, 'POST /cart/items')).toEqual([])
})

test('a ticket adds its choice if the cart item that it changes is gone', async () => {
  handlers['PUT /cart/items/i1'] = () => problem('not_found', 404)
  render(<Ticket product={product} />)
  await screen.findByRole('radio', { name: '15:30' })
  await userEvent.click(screen.getByRole('button', { name: t.change }))
  await screen.findByText(t.changed)
  expect(callsTo(calls, 'POST /cart/items').at(-1)?.body).toMatchObject(item)
})

// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import en from '../../locales/en.json'
import type { BrowserShell } from '../../lib/site'
import { enterSite } from '../../lib/site'
import { Ticket } from './ticket'
import type { TicketProduct } from './ticket-product'

const shell = {
  deployment: 'wayfare',
  name: 'Wayfare',
  layoutType: 'default',
  supplier: false,
  baseUrl: 'https://www.wayfare.example',
  locale: 'en',
  locales: [{ code: 'en', iso: 'en-US', name: 'English', dir: 'ltr', prefix: '' }],
  currencies: ['AED'],
  payLater: true,
  contact: { phone: '+971 4 555 0142', email: 'hello@wayfare.example', chatUrl: 'https://wa.me/97145550142' },
} satisfies BrowserShell

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const product: TicketProduct = {
  title: 'Sunset dunes',
  city: 'Dubai',
  timeZone: 'Asia/Dubai',
  currency: 'AED',
  currencyExponent: 2,
  duration: { minutes: 360 },
  onRequest: false,
  price: { amount: 39500, currency: 'AED', exponent: 2, per: 'PERSON' },
  options: [
    {
      id: 'shared',
      title: 'Shared car',
      capacity: 12,
      maxTravellers: 3,
      units: [{ id: 'adult', type: 'ADULT', pricedBy: 'PERSON', price: 39500, paxCount: 1, min: 1 }],
      schedule: { seasons: [{ weekdays: everyDay, startTimes: ['15:00', '15:30'] }], leadMinutes: 240 },
      cancellation: [{ before: 1440, refund: 100 }],
    },
    {
      id: 'private',
      title: 'Your own car',
      capacity: 3,
      maxTravellers: 6,
      units: [{ id: 'car', type: 'OTHER', title: 'One car', pricedBy: 'ITEM', price: 185000, paxCount: 6, max: 1 }],
      schedule: { seasons: [] },
      cancellation: [],
    },
  ],
}

const total = () => within(screen.getByText('Total').closest('p') as HTMLElement).getByRole('status').textContent

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  vi.setSystemTime(new Date('2026-11-20T07:15:00Z'))
  enterSite(shell, en)
  render(<Ticket product={product} />)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('opens on the first day and the first time that can still be booked', () => {
  expect(screen.getByRole('button', { name: /Date/ }).textContent).toContain('20 Nov')
  expect(screen.queryByRole('radio', { name: '15:00' })).toBeNull()
  expect((screen.getByRole('radio', { name: '15:30' }) as HTMLInputElement).checked).toBe(true)
})

test('adds up travellers and stops at the most of the option', async () => {
  expect(total()).toMatch(/790/)
  const more = screen.getByRole('button', { name: 'One more: Adult', hidden: true }) as HTMLButtonElement
  await userEvent.click(more)
  expect(total()).toMatch(/1,185/)
  expect(more.disabled).toBe(true)
})

test('shows the published times and the ways to reserve with a person', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Check availability' }))
  expect(screen.getByText(/Published start times on/)).toBeDefined()
  const chat = screen.getByRole('link', { name: 'Reserve by chat' }) as HTMLAnchorElement
  expect(decodeURIComponent(chat.href)).toContain('Sunset dunes')
})

test('says so where an option has no open day', async () => {
  await userEvent.click(screen.getByRole('radio', { name: 'Your own car' }))
  expect(screen.getByText(en.ticket.noOption)).toBeDefined()
  expect((screen.getByRole('button', { name: 'Check availability' }) as HTMLButtonElement).disabled).toBe(true)
})

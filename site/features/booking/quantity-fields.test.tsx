// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../http/api.fixture'
import { shell } from '../../lib/shell.fixture'
import type { Unit } from '../../lib/payload.gen'
import { setSite } from '../../lib/site'
import en from '../../locales/en.json'
import { Ticket } from '../../islands/ticket/ticket'
import { check, product, slot } from './ticket.fixture'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(() => {
  sessionStorage.clear()
  vi.setSystemTime(new Date('2026-11-20T07:15:00Z'))
  setSite(shell, en)
  fakeApi({
    'GET /availability': () => ({ body: { slots: [slot('15:30')] } }),
    'GET /availability/calendar': () => ({ body: { days: [] } }),
    'POST /availability/check': () => ({ body: check(30_000) }),
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the booking form accepts infants only with an adult and says so beside them', async () => {
  const [shared] = product.options
  const [adult, child] = shared!.units
  const units: Unit[] = [
    { ...adult!, min: 0 },
    { ...child!, id: 'infant', type: 'INFANT', price: 0, accompaniedBy: ['adult'] },
    { ...adult!, id: 'student', type: 'STUDENT', min: 0 },
  ]
  render(<Ticket product={{ ...product, options: [{ ...shared!, units }] }} />)
  await userEvent.click(button(en.ticket.check))
  await screen.findByRole('radio', { name: '15:30' })
  await userEvent.click(screen.getByText(en.ticket.travellers))
  const isOn = (name: string) => button(name).getAttribute('aria-disabled') === 'false'
  await userEvent.click(button('One more: Infant'))
  await userEvent.click(button('One more: Student'))
  await userEvent.click(button('One less: Adult'))
  expect(isOn('One less: Adult')).toBe(false)
  await userEvent.click(button('One less: Infant'))
  await userEvent.click(button('One less: Adult'))
  expect(isOn('One more: Infant')).toBe(false)
  expect(screen.getByText(en.unit.withAdult)).toBeTruthy()
})

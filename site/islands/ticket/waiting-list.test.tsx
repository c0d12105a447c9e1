// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { check, product, slot } from '../../features/booking/ticket.fixture'
import { callsTo, fakeApi, problem, type Call, type Handlers } from '../../features/http/api.fixture'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import en from '../../locales/en.json'
import { Ticket } from './ticket'

const t = en.ticket
let handlers: Handlers
let calls: Call[]

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  vi.setSystemTime(new Date('2026-11-20T07:15:00Z'))
  setSite(shell, en)
  handlers = {
    'GET /availability': () => ({
      body: { slots: [slot('15:00', { status: 'SOLD_OUT', vacancies: 0 }), slot('15:30')] },
    }),
    'GET /availability/calendar': () => ({ body: { days: [] } }),
    'POST /availability/check': () => ({ body: check(60_000) }),
  }
  calls = fakeApi(handlers)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open() {
  render(<Ticket product={product} />)
  await userEvent.click(screen.getByRole('button', { name: t.check }))
  await screen.findByRole('radio', { name: '15:30' })
}

describe('a waiting list', () => {
  const joins = () => callsTo(calls, 'POST /waiting').map(({ body }) => body)

  test('takes party and e-mail address for a sold-out start, and keeps them if the server refuses', async () => {
    handlers['POST /waiting'] = () => problem('waiting_list_full')
    await open()
    await userEvent.click(screen.getByRole('button', { name: t.waiting }))
    const email = await screen.findByLabelText<HTMLInputElement>(en.waiting.email)
    const list = within(screen.getByRole('group', { name: en.waiting.title }))
    expect(document.activeElement, 'the button is gone').toBe(list.getByText(en.waiting.title))
    expect(list.getAllByRole('radio')).toHaveLength(1)
    await userEvent.click(list.getByRole('button', { name: t.more.replace('{{unit}}', 'Adult') }))
    await userEvent.type(email, 'amina{Enter}')
    expect(await list.findByText(en.form.format, { exact: false })).toBeTruthy()
    expect(joins()).toEqual([])
    await userEvent.type(email, '@example.com{Enter}')
    expect(await list.findByText(en.problem.waiting_list_full)).toBeTruthy()
    handlers['POST /waiting'] = () => ({ body: { place: 3 } })
    await userEvent.click(list.getByRole('button', { name: en.waiting.join }))
    expect((await screen.findByText(/You are number 3\./)).textContent).toContain('e-mailed amina@example.com a link')
    expect(screen.getByText('amina@example.com').tagName, 'right-to-left text does not reorder it').toBe('BDI')
    expect(joins()[1]).toEqual({
      email: 'amina@example.com',
      choice: {
        ...{ product: 'sunset-dunes', option: 'shared', date: '2026-11-20', startTime: '15:00' },
        units: [{ id: 'adult', quantity: 3 }],
        extras: [],
      },
    })
    expect(callsTo(calls, 'POST /cart/items')).toEqual([])
  })

  test('shows an earlier offer of seats in place of a number', async () => {
    handlers['POST /waiting'] = () => ({ body: { place: 0, kept: true } })
    await open()
    await userEvent.click(screen.getByRole('button', { name: t.waiting }))
    await userEvent.type(await screen.findByLabelText(en.waiting.email), 'amina@example.com{Enter}')
    expect(await screen.findByRole('group', { name: en.waiting.offered })).toBeTruthy()
    expect(screen.getByText(/We have e-mailed the offer to/).textContent).toContain('to amina@example.com again.')
    expect(screen.getByText(en.waiting.offeredKept)).toBeTruthy()
  })

  test('says that the earlier party is kept if the address is on the list already', async () => {
    handlers['POST /waiting'] = () => ({ body: { place: 2, kept: true } })
    await open()
    await userEvent.click(screen.getByRole('button', { name: t.waiting }))
    await userEvent.type(await screen.findByLabelText(en.waiting.email), 'amina@example.com{Enter}')
    expect(await screen.findByText(/You are number 2\./)).toBeTruthy()
    expect(screen.getByText(en.waiting.kept)).toBeTruthy()
  })

  test('is offered if the party needs more seats than are left', async () => {
    handlers['GET /availability'] = () => ({ body: { slots: [slot('15:30', { vacancies: 1, capacity: 1 })] } })
    await open()
    await userEvent.click(screen.getByRole('button', { name: t.waiting }))
    expect(await screen.findByRole('group', { name: en.waiting.title })).toBeTruthy()
  })

  test('hands the choice to the ticket if there are seats by now, and says so', async () => {
    handlers['POST /waiting'] = () => problem('not_full')
    await open()
    await userEvent.click(screen.getByRole('button', { name: t.waiting }))
    const email = await screen.findByLabelText(en.waiting.email)
    const list = within(screen.getByRole('group', { name: en.waiting.title }))
    await userEvent.click(list.getByRole('button', { name: t.more.replace('{{unit}}', 'Adult') }))
    handlers['GET /availability'] = () => ({ body: { slots: [slot('15:00'), slot('15:30')] } })
    await userEvent.type(email, 'amina@example.com{Enter}')
    const text = await screen.findByText(en.problem.not_full)
    expect(await screen.findByRole('radio', { name: '15:00' })).toHaveProperty('checked', true)
    expect(screen.getByRole('status', { name: 'Adult' }).textContent).toBe('3')
    expect(screen.queryByRole('group', { name: en.waiting.title }), 'the form').toBeNull()
    expect(document.activeElement, 'the form is gone').toBe(screen.getByText(en.problem.not_full))
    expect(text.textContent).not.toContain('Close')
  })

  test('is not offered if no start is full', async () => {
    handlers['GET /availability'] = () => ({ body: { slots: [slot('15:30')] } })
    await open()
    expect(screen.queryByRole('button', { name: t.waiting })).toBeNull()
  })
})

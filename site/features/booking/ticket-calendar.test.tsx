// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Call, type Handlers } from '../http/api.fixture'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import ar from '../../locales/ar.json'
import en from '../../locales/en.json'
import { Ticket } from '../../islands/ticket/ticket'
import { check, product, slot } from './ticket.fixture'

const t = en.ticket
const days = [
  { date: '2026-11-20', status: 'AVAILABLE', vacancies: 12, price: 39_500 },
  { date: '2026-11-21', status: 'LIMITED', vacancies: 2, price: 39_500 },
  { date: '2026-11-22', status: 'SOLD_OUT', vacancies: 0 },
  { date: '2026-11-23', status: 'CLOSED', vacancies: 0 },
  { date: '2026-11-24', status: 'AVAILABLE', vacancies: 12, price: 49_550, originalPrice: 60_000 },
]

const month = (of: typeof days) => ({ days: of, currency: 'AED', exponent: 2 })

let handlers: Handlers
let calls: Call[]

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  vi.setSystemTime(new Date('2026-11-20T07:15:00Z'))
  setEnglishSite()
  handlers = {
    'GET /availability': () => ({ body: { slots: [slot('15:30')] } }),
    'GET /availability/calendar': ({ query }) => ({ body: month(query.month === '2026-11' ? days : []) }),
    'POST /availability/check': () => ({ body: check(79_000) }),
  }
  calls = fakeApi(handlers)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const day = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
/** Returns the visible text of a day. */
const visibleText = (of: HTMLElement) =>
  [...of.querySelectorAll('[aria-hidden]')].map((part) => part.textContent).join(' ')
const months = () => callsTo(calls, 'GET /availability/calendar').map(({ query }) => query.month)

async function open(label = t.date, of = product) {
  render(<Ticket product={of} />)
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${label}`) }))
  await screen.findByRole('grid')
}

describe('the calendar of the booking form', () => {
  test('shows and names the lowest price of each day, and marks days with few seats', async () => {
    await open()
    expect(visibleText(await day(/^20 November 2026, from AED.395$/))).toBe('20 395')
    expect(visibleText(await day(/^24 November/))).toBe('24 495.50')
    expect((await day(/^21 November 2026, from AED.395, few left$/)).querySelector('.day-few')).not.toBeNull()
    expect(screen.getByText(t.fewLeft)).toBeTruthy()
    expect(screen.getByText('Lowest price per day, AED')).toBeTruthy()
  })

  test('disables closed days, but not sold-out days', async () => {
    await open()
    const full = await day('22 November 2026, sold out')
    expect(full.disabled).toBe(false)
    expect(visibleText(full)).toBe(`22 ${t.full}`)
    expect((await day('23 November 2026')).disabled).toBe(true)
    expect((await day('19 November 2026')).disabled).toBe(true)
  })

  test('fetches the month that the visitor turns to', async () => {
    await open()
    await day(/^20 November 2026, from/)
    await userEvent.click(screen.getByRole('button', { name: en.pager.next }))
    expect(await screen.findByText(t.monthEmpty)).toBeTruthy()
    expect(months()).toEqual(['2026-11', '2026-12'])
    await userEvent.click(screen.getByRole('button', { name: en.pager.previous }))
    expect(await day(/^20 November 2026, from/)).toBeTruthy()
  })

  test('shows placeholders for prices, and enables the days of the schedule, while it loads', async () => {
    let answerNow = () => {}
    const late = new Promise<void>((resolve) => (answerNow = resolve))
    handlers['GET /availability/calendar'] = () => late.then(() => ({ body: month(days) }))
    await open()
    const waiting = await day('22 November 2026')
    expect(waiting.querySelector('.wait-bar')).not.toBeNull()
    expect(waiting.disabled).toBe(false)
    answerNow()
    await day('22 November 2026, sold out')
    expect((await day('23 November 2026')).disabled).toBe(true)
  })

  test('shows an error if prices cannot be fetched, and fetches them again on a click', async () => {
    handlers['GET /availability/calendar'] = () => problem('internal', 500)
    await open()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(t.pricesFailed)
    handlers['GET /availability/calendar'] = () => ({ body: month(days) })
    await userEvent.click(screen.getByRole('button', { name: en.error.retry }))
    expect(await day(/^20 November 2026, from/)).toBeTruthy()
  })

  test('closes after a choice and focuses the button that opened it', async () => {
    await open()
    await userEvent.click(await day(/^24 November 2026, from/))
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    expect(document.activeElement?.textContent).toContain('24 Nov')
    expect(callsTo(calls, 'GET /availability').at(-1)?.query.date).toBe('2026-11-24')
  })

  test('is one tab stop, in which arrow keys skip closed days and change the month', async () => {
    await open()
    const stops = () => [...screen.getByRole('grid').querySelectorAll<HTMLElement>('[tabindex="0"]')]
    const first = await day(/^20 November 2026, from/)
    expect(stops()).toEqual([first])
    first.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(await day(/^24 November 2026, from/))
    expect(stops()).toEqual([document.activeElement])
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(await day('1 December 2026'))
    expect(screen.getByText('December 2026')).toBeTruthy()
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(await day(/^24 November 2026/))
  })

  test('offers the day before until its opening hours past midnight end', async () => {
    vi.setSystemTime(new Date('2026-11-21T20:30:00Z')) // 00:30 in Dubai
    const season = { weekdays: [6, 0], openingHours: [{ from: '18:00', to: '02:00' }] }
    const [option] = product.options
    await open(t.date, { ...product, options: [{ ...option!, schedule: { seasons: [season] } }] })
    expect((await day(/^20 November/)).disabled).toBe(true)
    const night = await day(/^21 November 2026, from/)
    expect(night.closest('.day-past')).toBeNull()
    await userEvent.click(night)
    await waitFor(() => expect(callsTo(calls, 'GET /availability').at(-1)?.query.date).toBe('2026-11-21'))
  })

  test('closes with Escape', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: en.pager.next }))
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('grid')).toBeNull()
    expect(document.activeElement?.textContent).toContain('20 Nov')
  })

  test('runs from right to left in Arabic, in Latin digits', async () => {
    setArabicSite()
    await open(ar.ticket.date)
    expect(screen.getByRole('grid').closest('.calendar')?.getAttribute('dir')).toBe('rtl')
    expect(visibleText(await day(/^22 .*نفدت المقاعد$/))).toBe(`22 ${ar.ticket.full}`)
    expect(visibleText(await day(/^21 .*بقي القليل$/))).toBe('21 395')
  })
})

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { catchLinks } from '../../lib/navigation/links.fixture'
import { cartCount } from '../../features/cart/cart-count'
import { callsTo, fakeApi, problem, type Call, type Handlers } from '../../features/http/api.fixture'
import { arabicShell, shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { toastEvent, type Toast } from '../../features/toasts/raise-toast'
import ar from '../../locales/ar.json'
import en from '../../locales/en.json'
import { Ticket } from './ticket'
import { check, product, slot } from '../../features/booking/ticket.fixture'

const t = en.ticket
const soldOut = { status: 'SOLD_OUT', vacancies: 0 } as const
const cart = { outcome: 'all_available', count: 1, items: [] }

let handlers: Handlers
let calls: Call[]

const wide = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: vi.fn(), removeEventListener: vi.fn() }))

beforeEach(() => {
  sessionStorage.clear()
  wide(true)
  vi.setSystemTime(new Date('2026-11-20T07:15:00Z'))
  setSite({ ...shell, contact: { ...shell.contact, phone: '+971 4 555 0142' } }, en)
  handlers = {
    'GET /availability': () => ({ body: { slots: [slot('15:00', soldOut), slot('15:30'), slot('16:00')] } }),
    'GET /availability/calendar': () => ({ body: { days: [] } }),
    'POST /availability/check': ({ body }) => ({
      body: check(
        (body as { units: { quantity: number }[] }).units.reduce((sum, one) => sum + one.quantity, 0) * 30_000,
      ),
    }),
    'POST /cart/items': () => ({ body: cart }),
  }
  calls = fakeApi(handlers)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Renders a ticket and opens it. */
async function start() {
  render(<Ticket product={product} />)
  await userEvent.click(button(t.check))
}
const followed = catchLinks()

async function open() {
  await start()
  await screen.findByRole('radio', { name: '15:30' })
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const total = () => within(screen.getByText(t.total).closest('p') as HTMLElement).getByRole('status')
const one = (more: 'more' | 'less', unit: string) => button(t[more].replace('{{unit}}', unit))
const travellers = () => screen.getByText(t.travellers).closest('summary') as HTMLElement
const lastCall = (what: string) => callsTo(calls, what).at(-1)

describe('the booking form', () => {
  test('sends no request until the visitor opens it', async () => {
    render(<Ticket product={product} />)
    await userEvent.hover(button(t.check))
    expect(calls).toEqual([])
    expect(screen.getByText(/Free cancellation up to 24 hours/)).toBeTruthy()
  })

  test('opens at the calendar when the visitor clicks the date', async () => {
    render(<Ticket product={product} />)
    await userEvent.click(button(/^Date/))
    expect(await screen.findByRole('grid')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(button(/^Date/)))
  })

  test('opens at the travellers when the visitor clicks them', async () => {
    render(<Ticket product={product} />)
    await userEvent.click(button(/^Travellers/))
    expect(await screen.findByRole('button', { name: 'One more: Adult' })).toBeTruthy()
    expect(document.activeElement).toBe(travellers())
  })
})

describe('the day in the booking form', () => {
  test('is at first the first published day, with the starts and seats that the server reports', async () => {
    await open()
    expect(button(/^Date/).textContent).toContain('20 Nov')
    expect(lastCall('GET /availability')?.query).toEqual({
      product: 'sunset-dunes',
      option: 'shared',
      date: '2026-11-20',
    })
    expect(radio(/15:00/).disabled).toBe(true)
    expect(radio(/15:00/).closest('label')?.textContent).toContain(t.soldOut)
    expect(radio('15:30').checked).toBe(true)
  })

  test('shows the number of seats left if they are few', async () => {
    handlers['GET /availability'] = () => ({ body: { slots: [slot('15:30', { status: 'LIMITED', vacancies: 3 })] } })
    await start()
    expect((await screen.findByRole('radio', { name: /15:30/ })).closest('label')?.textContent).toContain('3 left')
  })

  test('moves to the next day with seats if the visitor has not chosen one', async () => {
    handlers['GET /availability'] = ({ query }) => ({
      body: { slots: [query.date === '2026-11-24' ? slot('15:00') : slot('15:00', soldOut)] },
    })
    handlers['GET /availability/calendar'] = () => ({
      body: { days: [{ date: '2026-11-24', status: 'AVAILABLE', vacancies: 12, price: 27_500 }] },
    })
    await start()
    await waitFor(() => expect(button(/^Date/).textContent).toContain('24 Nov'))
    expect(radio('15:00').checked).toBe(true)
  })

  test('offers the nearest days with seats if it has none for the option', async () => {
    await open()
    await userEvent.click(radio('16:00'))
    handlers['GET /availability'] = ({ query }) => ({
      body: { slots: query.option === 'private' && query.date !== '2026-11-21' ? [] : [slot('14:30')] },
    })
    const november = [
      { date: '2026-11-20', status: 'CLOSED', vacancies: 0 },
      { date: '2026-11-21', status: 'AVAILABLE', vacancies: 18, price: 185_000 },
    ]
    handlers['GET /availability/calendar'] = ({ query }) => ({
      body: { days: query.month === '2026-11' ? november : [] },
    })
    await userEvent.click(radio('Your own car'))
    expect(await screen.findByText(t.noOption)).toBeTruthy()
    expect(button(t.add).getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button('Sat 21 Nov'))
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: '14:30' })).checked).toBe(true)
    expect(document.activeElement?.textContent).toContain('21 Nov')
  })

  test('shows opening hours, and sends no start time, if it has no starts', async () => {
    const hours = slot('', { startTime: undefined, openingHours: [{ from: '09:00', to: '16:00' }] })
    handlers['GET /availability'] = () => ({ body: { slots: [hours] } })
    await start()
    expect(await screen.findByText(/9:00.*16:00/)).toBeTruthy()
    await userEvent.click(button(t.add))
    await screen.findByText(t.added)
    expect(lastCall('POST /cart/items')?.body).not.toHaveProperty('startTime')
  })
})

describe('the travellers in the booking form', () => {
  test('are limited to the maximum of the option, which is shown', async () => {
    await open()
    await userEvent.click(travellers())
    await userEvent.click(one('more', 'Adult'))
    await userEvent.click(one('more', 'Child'))
    expect(one('more', 'Adult').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Up to 4 travellers')).toBeTruthy()
    await userEvent.click(one('more', 'Adult'))
    expect(travellers().textContent).toContain('4 travellers')
  })

  test('are limited to the seats that are left', async () => {
    handlers['GET /availability'] = () => ({ body: { slots: [slot('15:30', { status: 'LIMITED', vacancies: 3 })] } })
    await start()
    await screen.findByRole('radio', { name: /15:30/ })
    await userEvent.click(travellers())
    await userEvent.click(one('more', 'Adult'))
    expect(one('more', 'Adult').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText('3 left').length).toBe(2)
  })

  test('show the ages and the maximum of a unit', async () => {
    await open()
    await userEvent.click(travellers())
    expect(screen.getByText(/Ages 5 to 11/)).toBeTruthy()
    await userEvent.click(one('more', 'Child'))
    await userEvent.click(one('less', 'Adult'))
    await userEvent.click(one('more', 'Child'))
    expect(screen.getByText('At most 2')).toBeTruthy()
  })
})

describe('the total in the booking form', () => {
  test("comes from the published prices until the server's total arrives", async () => {
    await open()
    expect(total().textContent).toMatch(/790/)
    await waitFor(() => expect(total().textContent).toMatch(/600/))
    await userEvent.click(travellers())
    await userEvent.click(one('more', 'Adult'))
    expect(total().textContent).toMatch(/1,185/)
    await waitFor(() => expect(total().textContent).toMatch(/900/))
  })

  test('shows its lines when the visitor opens the price details', async () => {
    await open()
    await userEvent.click(await screen.findByText(en.cart.priceDetails))
    expect(await screen.findByText('2 × Adult', { exact: false })).toBeTruthy()
  })

  test('is requested once after several changes', async () => {
    await open()
    await userEvent.click(travellers())
    await userEvent.click(one('more', 'Adult'))
    await userEvent.click(one('more', 'Adult'))
    await waitFor(() => expect(total().textContent).toMatch(/1,200/))
    const counted = callsTo(calls, 'POST /availability/check').map(({ body }) => JSON.stringify(body as object))
    expect(counted.filter((body) => body.includes('"quantity":3'))).toEqual([])
  })

  test('says that it uses the published prices if the server is unavailable', async () => {
    handlers['POST /availability/check'] = () => problem('unavailable', 503)
    await open()
    expect(await screen.findByText(t.totalPublished)).toBeTruthy()
    expect(button(t.add).getAttribute('aria-disabled')).toBe(null)
  })
})

describe('adding to the cart', () => {
  test('sends the choice, confirms it, and links to the cart and the city', async () => {
    const toasts: Toast[] = []
    document.addEventListener(toastEvent, (event) => toasts.push((event as CustomEvent<Toast>).detail), { once: true })
    await open()
    await userEvent.click(radio('16:00'))
    expect(screen.getByText(en.places.askedAtCheckout)).toBeTruthy()
    await userEvent.click(button(t.add))
    await waitFor(() => expect(document.activeElement?.textContent).toContain(t.added))
    expect(lastCall('POST /cart/items')?.body).toEqual({
      product: 'sunset-dunes',
      option: 'shared',
      date: '2026-11-20',
      startTime: '16:00',
      units: [{ id: 'adult', quantity: 2 }],
      extras: [],
    })
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: t.toCart }).pathname).toBe('/cart')
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Keep looking in Dubai' }).pathname).toBe(
      '/things-to-do-in-dubai',
    )
    expect(toasts).toEqual([{ kind: 'success', text: t.added }])
    expect(cartCount.get()).toBe(1)
  })

  test('shows progress until the server answers', async () => {
    let answer = () => {}
    handlers['POST /cart/items'] = () => new Promise((resolve) => (answer = () => resolve({ body: cart })))
    await open()
    await userEvent.click(button(t.add))
    await waitFor(() => expect(button(t.add).getAttribute('aria-busy')).toBe('true'))
    expect(button(t.add).getAttribute('aria-disabled')).toBe('true')
    answer()
    expect(await screen.findByText(t.added)).toBeTruthy()
  })

  test('opens the checkout at once if the visitor clicks “Book now”', async () => {
    await open()
    await userEvent.click(button(t.book))
    await waitFor(() => expect(followed).toEqual(['/checkout']))
    expect(callsTo(calls, 'POST /cart/items')).toHaveLength(1)
    expect(screen.queryByText(t.added)).toBeNull()
  })

  test('sends the choice only once if the form is submitted again', async () => {
    await open()
    await userEvent.click(button(t.add))
    const form = (await screen.findByText(t.added)).closest('form') as HTMLFormElement
    fireEvent.submit(form)
    expect(callsTo(calls, 'POST /cart/items')).toHaveLength(1)
  })

  test('is possible again after a change of the choice', async () => {
    await open()
    await userEvent.click(button(t.add))
    await screen.findByText(t.added)
    await userEvent.click(radio('16:00'))
    expect(button(t.add).getAttribute('aria-disabled')).toBe(null)
  })

  test('keeps the choice if the seats are gone, and offers another start', async () => {
    await open()
    await userEvent.click(travellers())
    await userEvent.click(one('more', 'Adult'))
    handlers['POST /cart/items'] = () => problem('sold_out')
    handlers['GET /availability'] = () => ({ body: { slots: [slot('15:30', soldOut), slot('16:00')] } })
    await userEvent.click(button(t.add))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(en.problem.sold_out))
    await waitFor(() => expect(radio(/15:30/).disabled).toBe(true))
    expect(within(screen.getByRole('group', { name: /Start time/ })).queryByRole('radio', { checked: true })).toBeNull()
    expect(travellers().textContent).toContain('3 travellers')
    await userEvent.click(button(t.add))
    expect(await screen.findByText(t.chooseTime)).toBeTruthy()
    expect(screen.getByRole('group', { name: /Start time/ }).getAttribute('aria-describedby')).toBe(
      screen.getByText(t.chooseTime).id,
    )
    handlers['POST /cart/items'] = () => ({ body: cart })
    await userEvent.click(radio('16:00'))
    await userEvent.click(button(t.add))
    expect(await screen.findByText(t.added)).toBeTruthy()
  })

  test('shows an error about the travellers beside them and focuses them', async () => {
    await open()
    handlers['POST /cart/items'] = () => problem('invalid', 422, [{ name: 'units.adult', code: 'min' }])
    await userEvent.click(button(t.add))
    const message = await screen.findByText('Too few: Adult. Add more.')
    expect(travellers().getAttribute('aria-describedby')).toBe(message.id)
    expect(document.activeElement).toBe(travellers())
  })

  test('links to the cart if the cart is full', async () => {
    await open()
    handlers['POST /cart/items'] = () => problem('cart_full')
    await userEvent.click(button(t.add))
    expect(await screen.findByText(en.problem.cart_full)).toBeTruthy()
    expect(screen.getByRole('link', { name: t.toCart })).toBeTruthy()
  })

  test('shows the phone number if the server is unreachable, and can be tried again', async () => {
    await open()
    handlers['POST /cart/items'] = () => 'unreachable'
    await userEvent.click(button(t.add))
    expect(await screen.findByText(t.unreachable)).toBeTruthy()
    expect(screen.getByRole('link', { name: '+971 4 555 0142' })).toBeTruthy()
    handlers['POST /cart/items'] = () => ({ body: cart })
    await userEvent.click(button(t.add))
    expect(await screen.findByText(t.added)).toBeTruthy()
  })
})

describe('a reload of the product page', () => {
  test('opens the booking form again with the choice', async () => {
    await open()
    await userEvent.click(radio('16:00'))
    await userEvent.click(travellers())
    await userEvent.click(one('more', 'Child'))
    cleanup()
    render(<Ticket product={product} />)
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: '16:00' })).checked).toBe(true)
    expect(travellers().textContent).toContain('3 travellers')
  })

  test('forgets a choice that is in the cart already', async () => {
    await open()
    await userEvent.click(radio('16:00'))
    await userEvent.click(button(t.add))
    await screen.findByText(t.added)
    cleanup()
    await open()
    expect(radio('15:30').checked).toBe(true)
  })
})

describe('the booking form without a server', () => {
  beforeEach(() => {
    handlers['GET /availability'] = () => 'unreachable'
  })

  test('shows the published start times, the published total and the phone number', async () => {
    await start()
    expect(await screen.findByText(t.unreachable)).toBeTruthy()
    expect(screen.getByText(/Published start times on/).parentElement?.textContent).toContain('15:30')
    expect(screen.getByText(t.totalPublished)).toBeTruthy()
    expect(screen.getByRole('link', { name: '+971 4 555 0142' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: t.add })).toBeNull()
  })

  test('fetches the start times again with the retry button', async () => {
    await start()
    await screen.findByText(t.unreachable)
    handlers['GET /availability'] = () => ({ body: { slots: [slot('15:30')] } })
    await userEvent.click(button(en.error.retry))
    expect(await screen.findByRole('radio', { name: '15:30' })).toBeTruthy()
    expect(button(t.add).getAttribute('aria-disabled')).toBe(null)
    expect(document.activeElement?.textContent).toContain('20 Nov')
  })
})

describe('the booking form on a narrow screen', () => {
  test('sends no request until the visitor opens it from its bar', async () => {
    wide(false)
    render(<Ticket product={product} />)
    expect(calls).toEqual([])
    await userEvent.click(button(t.check))
    expect(await screen.findByRole('radio', { name: '15:30' })).toBeTruthy()
  })
})

test('the booking form is in Arabic on the Arabic site', async () => {
  setSite(arabicShell, ar)
  handlers['GET /availability'] = () => ({ body: { slots: [slot('15:30', { status: 'LIMITED', vacancies: 2 })] } })
  render(<Ticket product={product} />)
  await userEvent.click(button(ar.ticket.check))
  expect((await screen.findByRole('radio', { name: /3:30/ })).closest('label')?.textContent).toContain('بقي اثنان')
  await userEvent.click(button(ar.ticket.add))
  expect(await screen.findByText(ar.ticket.added)).toBeTruthy()
})

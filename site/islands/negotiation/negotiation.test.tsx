// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Answer, type Call } from '../../features/http/api.fixture'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { messagesOf } from '../../render/server/messages'
import { product as priced, slot } from '../../features/booking/ticket.fixture'
import type { TicketProduct } from '../../features/booking/ticket-product'
import { Negotiation } from './negotiation'

const product: TicketProduct = {
  ...priced,
  price: undefined,
  options: priced.options.map((option) => ({
    ...option,
    units: option.units.map((unit) => ({ ...unit, price: 0 })),
  })),
}

let calls: Call[]
let wide: boolean
/** Turns a tablet: the form moves from the column to the sheet, or back. */
let turn: () => void

async function open(answer: Answer = { body: { reference: 'K7M3Q9XW' } }) {
  calls = fakeApi({
    'GET /availability': () => ({ body: { slots: [slot('15:00'), slot('15:30')] } }),
    'GET /availability/calendar': () => ({ body: { days: [] } }),
    'POST /negotiations': () => answer,
  })
  render(<Negotiation product={product} />)
  const ask = screen.queryByRole('button', { name: 'Ask for an offer' })
  if (ask) await userEvent.click(ask)
  await screen.findByRole('radio', { name: /15:30/ })
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send the request' }))
const sent = () => callsTo(calls, 'POST /negotiations').map(({ body }) => body)

function fill() {
  write(/^Your offer in AED/, '1,500.50')
  write(/^Your name/, 'Layla Haddad')
  write(/^E-mail/, 'layla@example.com')
  write(/^Phone number/, '050 123 4567')
  write(/^What you have in mind/, 'A birthday.')
}

beforeEach(() => {
  sessionStorage.clear()
  wide = true
  const listeners = new Set<() => void>()
  turn = () => {
    wide = !wide
    act(() => listeners.forEach((listener) => listener()))
  }
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: !query.includes('width') || wide,
    addEventListener: (_: string, listener: () => void) => query.includes('width') && listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  vi.setSystemTime(new Date('2026-11-20T07:15:00Z'))
  const contact = { ...shell.contact, phone: '+971 4 555 0142' }
  setSite({ ...shell, contact }, messagesOf('en'))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the form to request an offer', () => {
  it('sends what was typed while its fields were validated', async () => {
    await open()
    fill()
    fireEvent.click(screen.getByRole('button', { name: 'Send the request' }))
    write(/^What you have in mind/, 'A birthday, with cake.')
    await screen.findByRole('heading', { name: 'Request sent' })
    expect(sent()).toMatchObject([{ message: 'A birthday, with cake.' }])
  })

  it('sends the choice, the amount and the contact details, and shows the reference', async () => {
    await open()
    fill()
    await userEvent.click(screen.getByRole('radio', { name: /15:30/ }))
    await send()
    const heading = await screen.findByRole('heading', { name: 'Request sent' })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText('K7M3Q9XW')).toBeDefined()
    expect(screen.getByText('layla@example.com')).toBeDefined()
    expect(sent()).toEqual([
      {
        choice: {
          ...{ product: 'sunset-dunes', option: 'shared', date: '2026-11-20', startTime: '15:30' },
          units: [{ id: 'adult', quantity: 2 }],
        },
        ...{ offer: 150_050, name: 'Layla Haddad', email: 'layla@example.com', phone: '+971 501234567' },
        message: 'A birthday.',
      },
    ])
  })

  it('fetches no price, and shows neither a total nor the word free', async () => {
    await open()
    await userEvent.click(screen.getByText('Travellers'))
    expect(callsTo(calls, 'POST /availability/check')).toEqual([])
    expect(screen.queryByText(/^free$/i)).toBeNull()
    expect(screen.queryByText('Total')).toBeNull()
  })

  it('keeps the confirmation and the errors when a turned tablet shows it in a sheet', async () => {
    await open()
    await send()
    expect(await screen.findAllByText('This field is required')).not.toHaveLength(0)
    turn()
    expect(await screen.findAllByText('This field is required')).not.toHaveLength(0)
    fill()
    await send()
    await screen.findByRole('heading', { name: 'Request sent' })
    turn()
    expect(await screen.findByRole('heading', { name: 'Request sent' })).toBeDefined()
    expect(screen.getByText('K7M3Q9XW')).toBeDefined()
  })

  it('sends nothing while a field is invalid', async () => {
    await open()
    fill()
    write(/^Your offer in AED/, 'a lot')
    write(/^Phone number/, '12')
    await send()
    expect(await screen.findByText('Give an amount in AED, such as 1,500.')).toBeDefined()
    expect(screen.getByText('This format is not correct.')).toBeDefined()
    expect(sent()).toEqual([])
  })

  it('is open with the typed details after a reload', async () => {
    await open()
    fill()
    cleanup()
    await open()
    expect(field(/^Your name/).value).toBe('Layla Haddad')
    expect(field(/^What you have in mind/).value).toBe('A birthday.')
  })
})

describe('an error from the server', () => {
  it.each([
    ['invalid field', problem('invalid', 400, [{ name: 'email', code: 'format' }]), 'This format is not correct.'],
    ['sold-out seats', problem('sold_out'), /These seats have just been sold/],
    ['too many requests', problem('too_many_tries', 429), /Too many tries/],
    ['product with a price', problem('not_possible'), /This one has a price by now/],
    ['unreachable server', 'unreachable' as const, /Our booking system does not answer/],
  ])('appears as a message, and the form keeps its content: %s', async (_, answer, words) => {
    await open(answer)
    fill()
    await send()
    expect(await screen.findByText(words)).toBeDefined()
    expect(field(/^Your name/).value).toBe('Layla Haddad')
  })
})

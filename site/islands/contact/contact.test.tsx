// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Answer, type Call } from '../../features/http/api.fixture'
import { signInMark } from '../../features/account/sign-in-mark'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { ContactIsland } from './contact'

let calls: Call[]

function show(answer: Answer | (() => Answer) = { status: 202 }) {
  calls = fakeApi({
    'GET /session': () => ({ body: { user: { firstName: 'Amina', lastName: 'Haddad', email: 'amina@example.com' } } }),
    'POST /contact': () => (typeof answer === 'function' ? answer() : answer),
  })
  render(<ContactIsland />)
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send the message' }))
const sent = () => callsTo(calls, 'POST /contact').map(({ body }) => body)

function fill() {
  write(/^Your name/, ' Layla Haddad ')
  write(/^E-mail/, 'layla@example.com')
  write(/^What is it about/, 'booking')
  write(/^Booking reference/, 'inv-k7m3q9xw')
  write(/^Your message/, 'Is it cold at night?')
}

beforeEach(() => {
  sessionStorage.clear()
  signInMark.set('')
  vi.setSystemTime(new Date('2026-11-20T07:15:00Z'))
  setSite(shell, islandMessages('en', ['contact']))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the contact form', () => {
  it('sends the message with the seconds spent on it, and confirms it', async () => {
    show()
    fill()
    vi.setSystemTime(new Date('2026-11-20T07:15:41.900Z'))
    await send()
    const heading = await screen.findByRole('heading', { name: 'We have your message' })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText('layla@example.com')).toBeDefined()
    expect(sent()).toEqual([
      {
        ...{ name: 'Layla Haddad', email: 'layla@example.com', topic: 'booking', order: 'K7M3Q9XW' },
        ...{ text: 'Is it cold at night?', seconds: 41 },
      },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Write another message' }))
    expect(field(/^Your message/).value).toBe('')
  })

  it('sends a message without a topic and a booking reference', async () => {
    show()
    write(/^Your name/, 'Layla')
    write(/^E-mail/, 'layla@example.com')
    write(/^Your message/, 'Hello')
    await send()
    expect(sent()).toEqual([{ name: 'Layla', email: 'layla@example.com', text: 'Hello', seconds: 0 }])
  })

  it('sends the hidden field that only robots fill in', async () => {
    show()
    fill()
    fireEvent.change(screen.getByLabelText('Website'), { target: { value: 'https://cheap.example' } })
    await send()
    expect(sent()).toMatchObject([{ website: 'https://cheap.example' }])
  })
})

describe('an error of the contact form', () => {
  it('appears beside its field before anything is sent', async () => {
    show()
    write(/^E-mail/, 'layla')
    write(/^Your message/, 'x'.repeat(4001))
    await send()
    const errors = [/^Your name/, /^E-mail/, /^Your message/].map((label) => {
      const about = field(label).getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
      return document.getElementById(about)?.textContent
    })
    expect(errors).toEqual([
      'This field is required',
      'This format is not correct. Enter an e-mail address like name@example.com',
      'This is too long. Shorten it.',
    ])
    expect(document.activeElement).toBe(field(/^Your name/))
    expect(sent()).toEqual([])
  })

  it('appears at its field, and the form keeps its text, if the server rejects a value', async () => {
    show(problem('invalid', 400, [{ name: 'email', code: 'format' }]))
    fill()
    await send()
    expect(await screen.findByText('This format is not correct.')).toBeDefined()
    expect(field(/^Your message/).value).toBe('Is it cold at night?')
  })

  it('appears for the whole form, which keeps its text, if the server is unreachable', async () => {
    show('unreachable')
    fill()
    await send()
    expect(await screen.findByText(/We could not reach the server/)).toBeDefined()
    expect(field(/^Booking reference/).value).toBe('inv-k7m3q9xw')
  })

  it('says when to try again after too many messages', async () => {
    show({ status: 429, body: { code: 'too_many_tries' } })
    fill()
    await send()
    expect(await screen.findByText(/Too many tries. You can try again in/)).toBeDefined()
  })
})

describe('the typed text', () => {
  it('is restored after a reload, with the seconds spent on it', async () => {
    show()
    fill()
    cleanup()
    vi.setSystemTime(new Date('2026-11-20T07:16:00Z'))
    show()
    expect(field(/^Your message/).value).toBe('Is it cold at night?')
    await send()
    expect(sent()).toMatchObject([{ seconds: 60, order: 'K7M3Q9XW' }])
  })

  it('is cleared after the message was sent', async () => {
    show()
    fill()
    await send()
    await screen.findByRole('heading', { name: 'We have your message' })
    cleanup()
    show()
    expect(field(/^Your message/).value).toBe('')
  })

  it('is kept when the account of a signed-in visitor fills in the empty fields', async () => {
    signInMark.set('somebody')
    show()
    write(/^Your name/, 'For my mother')
    await vi.waitFor(() => expect(field(/^E-mail/).value).toBe('amina@example.com'))
    expect(field(/^Your name/).value).toBe('For my mother')
  })
})

it('the message field shows its number of characters, and announces those left near the limit', () => {
  show()
  write(/^Your message/, 'x'.repeat(3000))
  expect(screen.getByText('3,000 / 4,000')).toBeDefined()
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announced()).toEqual([''])
  write(/^Your message/, 'x'.repeat(3999))
  expect(announced()).toEqual(['1 character left'])
})

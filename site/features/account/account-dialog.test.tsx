// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountStep } from './open-account-dialog'
import { callsTo, fakeApi, problem, type Answer, type Call, type Handlers } from '../http/api.fixture'
import { cartOf } from '../order/booking.fixture'
import { publishUser, user } from './session'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { toastEvent, type Toast } from '../toasts/raise-toast'
import { AccountDialog } from './account-dialog'

const layla = { email: 'layla@example.com', firstName: 'Layla', lastName: 'Haddad' }
let calls: Call[]
let open: (step: AccountStep) => void
let toasts: Toast[]
const onToast = (event: Event) => void toasts.push((event as CustomEvent<Toast>).detail)

async function show(handlers: Handlers = {}, step: AccountStep = 'sign-in') {
  calls = fakeApi({ 'GET /cart': () => ({ body: cartOf([]) }), 'GET /session': () => ({ body: {} }), ...handlers })
  render(
    <AccountDialog
      onReady={(it) => {
        open = it
      }}
    />,
  )
  act(() => open(step))
  await vi.waitFor(() => expect(callsTo(calls, 'GET /session')).toHaveLength(1))
}

const dialog = () => within(screen.getByRole('dialog'))
const field = (name: string) => dialog().getByLabelText<HTMLInputElement>(name, { exact: true })
const press = (name: string) => userEvent.click(dialog().getByRole('button', { name }))
const description = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .at(-1)

beforeEach(() => {
  setEnglishSite()
  publishUser(null)
  toasts = []
  document.addEventListener(toastEvent, onToast)
})
afterEach(() => {
  cleanup()
  document.removeEventListener(toastEvent, onToast)
  vi.unstubAllGlobals()
})

async function signIn(answer: Answer) {
  await show({ 'POST /session': () => answer })
  await userEvent.type(field('E-mail'), ' layla@example.com ')
  await userEvent.type(field('Password'), 'secret enough')
  await press('Sign in')
}

describe('the sign-in form', () => {
  it('shows an error beside each invalid field and focuses the first', async () => {
    await show()
    await userEvent.type(field('E-mail'), 'layla@')
    await press('Sign in')
    expect(description(field('E-mail'))).toContain('This format is not correct.')
    expect(description(field('Password'))).toBe('This field is required')
    expect(document.activeElement).toBe(field('E-mail'))
    expect(callsTo(calls, 'POST /session')).toEqual([])
    await userEvent.type(field('E-mail'), 'example.com')
    expect(field('E-mail').getAttribute('aria-invalid')).toBeNull()
  })

  it('closes the dialog, shows a toast and fetches the cart after a sign-in', async () => {
    await signIn({ body: { user: layla } })
    await vi.waitFor(() => expect(toasts).toEqual([{ kind: 'success', text: 'Welcome, Layla' }]))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(callsTo(calls, 'POST /session')[0]?.body).toEqual({ email: 'layla@example.com', password: 'secret enough' })
    expect(user.get()).toEqual(layla)
    await vi.waitFor(() => expect(callsTo(calls, 'GET /cart')).toHaveLength(1))
  })

  it('keeps a wrong password and suggests to try again or to reset it', async () => {
    await signIn(problem('wrong_password', 403))
    await vi.waitFor(() => expect(description(field('Password'))).toContain('Try again, or use “Forgot password?”'))
    expect(document.activeElement).toBe(field('Password'))
    expect(field('Password').value).toBe('secret enough')
  })

  it('shows how long to wait after too many tries', async () => {
    await signIn(problem('too_many_tries', 429))
    expect(await dialog().findByText('Too many tries. You can try again in 1 minute.')).toBeDefined()
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Sign in' }))
  })

  it('shows an error if the server does not answer', async () => {
    await signIn('unreachable')
    expect(await dialog().findByText(/could not reach the server/)).toBeDefined()
  })

  it('closes with a welcome if the server knows that the visitor is signed in', async () => {
    await show({ 'GET /session': () => ({ body: { user: layla } }) })
    await vi.waitFor(() => expect(toasts).toEqual([{ kind: 'success', text: 'Welcome, Layla' }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('supports password managers and shows the password on a click', async () => {
    await show()
    expect([field('E-mail').autocomplete, field('Password').autocomplete]).toEqual(['email', 'current-password'])
    await userEvent.click(field('Password'))
    await userEvent.paste('pasted one')
    expect([field('Password').value, field('Password').type]).toEqual(['pasted one', 'password'])
    await press('Show password')
    expect(field('Password').type).toBe('text')
    await press('Hide password')
    expect(field('Password').type).toBe('password')
  })
})

describe('the steps of the account dialog', () => {
  it('keep the typed e-mail address, but not the password, from one step to the next', async () => {
    await show()
    await userEvent.type(field('E-mail'), 'layla@example.com')
    await userEvent.type(field('Password'), 'secret enough')
    await press('Create an account')
    expect(field('E-mail').value).toBe('layla@example.com')
    expect(field('Password').value).toBe('')
    expect(document.activeElement).toBe(field('First name'))
    await press('Sign in')
    await press('Forgot password?')
    expect(field('E-mail').value).toBe('layla@example.com')
    await press('Back to sign in')
    expect(document.activeElement).toBe(field('Password'))
  })

  it('keep the typed e-mail address, but not the password, after the dialog closes and opens again', async () => {
    await show()
    await userEvent.type(field('E-mail'), 'layla@example.com')
    await userEvent.type(field('Password'), 'secret enough')
    await press('Close')
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => open('sign-in'))
    await vi.waitFor(() => expect(callsTo(calls, 'GET /session')).toHaveLength(2))
    expect([field('E-mail').value, field('Password').value]).toEqual(['layla@example.com', ''])
  })
})

describe('the sign-up form', () => {
  async function fill(password: string, confirm: string) {
    await userEvent.type(field('First name'), 'Layla')
    await userEvent.type(field('Last name'), 'Haddad')
    await userEvent.type(field('E-mail'), 'layla@example.com')
    await userEvent.type(field('Password'), password)
    await userEvent.type(field('Confirm password'), confirm)
    await press('Create an account')
  }

  it('requires every field', async () => {
    await show({}, 'sign-up')
    expect(dialog().getByText('All fields must be filled out.')).toBeDefined()
    await press('Create an account')
    for (const name of ['First name', 'Last name', 'E-mail', 'Password', 'Confirm password']) {
      expect([name, description(field(name))]).toEqual([name, 'This field is required'])
    }
  })

  it('rejects a password of fewer than 8 characters and a different confirmation', async () => {
    await show({}, 'sign-up')
    await fill('seven77', 'seven78')
    expect(description(field('Password'))).toBe('The password needs at least 8 characters.')
    expect(description(field('Confirm password'))).toBe('Password and confirm password must match.')
    await userEvent.type(field('Password'), '8')
    await userEvent.clear(field('Confirm password'))
    await userEvent.type(field('Confirm password'), 'seven778')
    expect(field('Confirm password').getAttribute('aria-invalid')).toBeNull()
    expect(callsTo(calls, 'POST /account')).toEqual([])
  })

  it('confirms that a link was sent and lets the visitor change the address', async () => {
    await show({ 'POST /account': () => ({ status: 202 }) }, 'sign-up')
    await fill('secret enough', 'secret enough')
    expect(await dialog().findByRole('heading', { name: 'Look in your e-mail' })).toBeDefined()
    expect(dialog().getByRole('status').textContent).toContain('sent you a link to layla@example.com')
    expect(callsTo(calls, 'POST /account')[0]?.body).toEqual({ ...layla, password: 'secret enough' })
    await press('Change the address')
    expect(field('E-mail').value).toBe('layla@example.com')
  })

  it('shows an error of the server beside its field', async () => {
    const refused = problem('invalid', 400, [{ name: 'password', code: 'min' }])
    await show({ 'POST /account': () => refused }, 'sign-up')
    await fill('12345678', '12345678')
    await vi.waitFor(() => expect(description(field('Password'))).toBe('The password needs at least 8 characters.'))
  })
})

it('the form for a forgotten password does not reveal whether the account exists', async () => {
  setArabicSite()
  await show({ 'POST /account/password-reset': () => ({ status: 202 }) }, 'forgot')
  await userEvent.type(field('البريد الإلكتروني'), 'layla@example.com')
  await press('أرسل الرابط')
  const status = await dialog().findByRole('status')
  expect(status.textContent).toContain('إن كان هناك حساب')
  expect(status.querySelector('bdi')?.textContent).toBe('layla@example.com')
})

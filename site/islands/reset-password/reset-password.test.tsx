// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountEvent } from '../../features/account/open-account-dialog'
import { callsTo, fakeApi, problem, type Answer, type Call } from '../../features/http/api.fixture'
import { cartOf } from '../../features/order/booking.fixture'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { ResetPasswordIsland } from './reset-password'

let calls: Call[]

function show(address: string, answer: Answer = { status: 200 }) {
  window.history.replaceState({}, '', address)
  calls = fakeApi({
    'GET /cart': () => ({ body: cartOf([]) }),
    'PUT /account/password': () => answer,
    'POST /account/password-reset': () => ({ status: 202 }),
  })
  render(<ResetPasswordIsland />)
}

async function choose(password = 'quite another one', confirm = password) {
  await userEvent.type(screen.getByLabelText('New password'), password)
  await userEvent.type(screen.getByLabelText('Confirm password'), confirm)
  await userEvent.click(screen.getByRole('button', { name: 'Save the new password' }))
}

// Only the messages that the document of the page has.
beforeEach(() => setSite(shell, islandMessages('en', ['reset-password'])))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const byLink = '/auth/reset-password?token=s3cret'

it('the mailed link saves a new password, and its secret is removed from the address', async () => {
  show(byLink)
  expect(window.location.search).toBe('')
  await choose()
  const heading = await screen.findByRole('heading', { level: 1, name: 'Your password is changed' })
  expect(document.activeElement).toBe(heading)
  expect(callsTo(calls, 'PUT /account/password')[0]?.body).toEqual({ token: 's3cret', password: 'quite another one' })
  const opened = vi.fn()
  document.addEventListener(accountEvent, opened, { once: true })
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(opened).toHaveBeenCalledOnce()
})

it('the form rejects a short password and a confirmation that does not match', async () => {
  show(byLink)
  await choose('short', 'shirt')
  expect(screen.getByText('The password needs at least 8 characters.')).toBeDefined()
  expect(screen.getByText('Password and confirm password must match.')).toBeDefined()
  expect(calls).toEqual([])
})

it('an expired link shows a form that sends a new one', async () => {
  show(byLink, problem('link_expired', 410))
  await choose()
  expect(await screen.findByRole('heading', { level: 1, name: 'This link no longer works' })).toBeDefined()
  await userEvent.type(screen.getByLabelText('E-mail'), 'layla@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Look in your e-mail' })).toBeDefined()
  expect(screen.getByText('layla@example.com')).toBeDefined()
})

it('the form keeps the typed password if the server does not answer', async () => {
  show(byLink, 'unreachable')
  await choose()
  expect(await screen.findByText(/could not reach the server/)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('quite another one')
})

it('the page asks a visitor without a link for an e-mail address', () => {
  show('/auth/reset-password')
  expect(screen.getByText('Ask for a link to choose a new password.')).toBeDefined()
  expect(screen.getByLabelText('E-mail')).toBeDefined()
})

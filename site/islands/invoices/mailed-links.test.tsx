// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, problem, type Call, type Handlers } from '../../features/http/api.fixture'
import { cartOf, orderOf } from '../../features/order/booking.fixture'
import { publishUser, user } from '../../features/account/session'
import { signInMark } from '../../features/account/sign-in-mark'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { islandMessages } from '../../render/server/messages'
import { InvoicesIsland } from './invoices'

const layla = { email: 'layla@example.com', firstName: 'Layla', lastName: 'Haddad' }
const signedIn: Handlers = { 'GET /session': () => ({ body: { user: layla } }) }
let calls: Call[]

function open(address: string, handlers: Handlers) {
  window.history.replaceState({}, '', address)
  calls = fakeApi({ 'GET /session': () => ({ body: {} }), 'GET /cart': () => ({ body: cartOf([]) }), ...handlers })
  render(<InvoicesIsland />)
}

beforeEach(() => {
  publishUser(null)
  user.set(undefined)
  setSite(shell, islandMessages('en', ['invoices']))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const mailed = 'Your account is ready. We have e-mailed you a link to choose a password.'

describe('the mailed link that opens an account', () => {
  it('signs in and welcomes the visitor, and is removed from the address', async () => {
    open('/invoices?open=s3cret', {
      'POST /account/verification': () => ({ body: { user: layla } }),
      'GET /invoices': () => ({ body: { invoices: [] } }),
    })
    expect(await screen.findByText('Welcome, Layla. Your account is ready.')).toBeDefined()
    expect(window.location.search).toBe('')
    expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeDefined()
    expect(callsTo(calls, 'POST /account/verification')[0]?.body).toEqual({ token: 's3cret' })
  })

  it('says that a mail follows, and signs nobody in, if another browser requested it', async () => {
    open('/invoices?open=s3cret', { 'POST /account/verification': () => ({ body: {} }) })
    expect((await screen.findByText(mailed)).getAttribute('role')).toBe('status')
    expect(await screen.findByRole('heading', { name: 'Please log in to see your invoices' })).toBeDefined()
    expect(signInMark.get()).toBe('')
  })

  it('keeps a visitor signed in if another browser requested it', async () => {
    const invoices = { 'GET /invoices': () => ({ body: { invoices: [] } }) }
    open('/invoices?open=s3cret', { ...signedIn, ...invoices, 'POST /account/verification': () => ({ body: {} }) })
    expect(await screen.findByText(mailed)).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeDefined()
  })

  it('shows that it no longer works after it has expired', async () => {
    open('/invoices?open=s3cret', { 'POST /account/verification': () => problem('link_expired', 410) })
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined()
  })

  it('shows the invoices in place of an error if it has expired and the visitor is signed in', async () => {
    open('/invoices?open=s3cret', {
      ...signedIn,
      'POST /account/verification': () => problem('link_expired', 410),
      'GET /invoices': () => ({ body: { invoices: [] } }),
    })
    expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeDefined()
    expect(screen.queryByText('This link no longer works')).toBeNull()
  })

  it('stays in the address while the server does not answer, for the retry button or a reload', async () => {
    let fails = true
    open('/invoices?open=s3cret', {
      'POST /account/verification': () => (fails ? 'unreachable' : { body: { user: layla } }),
      'GET /invoices': () => ({ body: { invoices: [] } }),
    })
    const again = await screen.findByRole('button', { name: 'Try Again' })
    expect(window.location.search).toBe('?open=s3cret')
    fails = false
    await userEvent.click(again)
    expect(await screen.findByText('Welcome, Layla. Your account is ready.')).toBeDefined()
  })
})

describe('the mailed link to an order', () => {
  const shown: Handlers = { 'GET /orders/o1': () => ({ body: orderOf() }) }

  it('shows the order, and is removed from the address', async () => {
    open('/invoices/o1?access=s3cret', { 'POST /orders/access': () => ({ body: orderOf() }) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice INV-K7M3Q9XW' })).toBeDefined()
    expect(window.location.search).toBe('')
    expect(callsTo(calls, 'POST /orders/access')[0]?.body).toEqual({ token: 's3cret' })
  })

  it('stays in the address while the server does not answer, for the retry button or a reload', async () => {
    let fails = true
    open('/invoices/o1?access=s3cret', {
      'POST /orders/access': () => (fails ? 'unreachable' : { body: orderOf() }),
    })
    const again = await screen.findByRole('button', { name: 'Try Again' })
    expect(window.location.search).toBe('?access=s3cret')
    fails = false
    await userEvent.click(again)
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice INV-K7M3Q9XW' })).toBeDefined()
    expect(window.location.search).toBe('')
  })

  it('shows the order although it has expired if the visitor has access to it', async () => {
    open('/invoices/o1?access=s3cret', { ...shown, 'POST /orders/access': () => problem('link_expired', 410) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice INV-K7M3Q9XW' })).toBeDefined()
  })

  it('can be requested again after it has expired', async () => {
    open('/invoices/o1?access=s3cret', {
      'GET /orders/o1': () => problem('not_found', 404),
      'POST /orders/access': () => problem('link_expired', 410),
    })
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Send me the link' })).toBeDefined()
  })
})

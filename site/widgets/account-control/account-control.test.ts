// @vitest-environment happy-dom
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountEvent } from '../../features/account/open-account-dialog'
import { callsTo, fakeApi, type Call, type Handlers } from '../../features/http/api.fixture'
import { cartOf } from '../../features/order/booking.fixture'
import { catchLinks } from '../../lib/navigation/links.fixture'
import { publishUser } from '../../features/account/session'
import { signInMark } from '../../features/account/sign-in-mark'
import { readJson, writeJson } from '../../lib/browser/storage'
import { toastEvent, type Toast } from '../../features/toasts/raise-toast'
import { islandMessages } from '../../render/server/messages'
import { installAccountControl } from './account-control'

catchLinks()
const layla = { email: 'layla@example.com', firstName: 'Layla', lastName: 'Haddad' }
const opened = vi.fn()
const toasts: Toast[] = []
const onToast = (event: Event) => void toasts.push((event as CustomEvent<Toast>).detail)
const seen = () => document.documentElement.classList.contains('signed-in')
const control = (name: string) => document.querySelector(`[data-account="${name}"]`) as HTMLElement
let calls: Call[]
let stop = () => {}

function start(handlers: Handlers = {}) {
  calls = fakeApi({ 'GET /cart': () => ({ body: cartOf([]) }), ...handlers })
  // Only the messages that the document of every page has.
  stop = installAccountControl(islandMessages('en', []))
}

beforeEach(() => {
  publishUser(null)
  toasts.length = 0
  opened.mockReset()
  document.addEventListener(accountEvent, opened)
  document.addEventListener(toastEvent, onToast)
  document.body.innerHTML =
    '<a href="/invoices#page" data-account="sign-in">Sign in</a>' +
    '<details open><summary>Account</summary><button data-account="sign-out">Sign out</button></details>'
})
afterEach(() => {
  stop()
  document.removeEventListener(accountEvent, opened)
  document.removeEventListener(toastEvent, onToast)
  vi.unstubAllGlobals()
})

describe('the account control in the header', () => {
  it('shows whether the visitor is signed in, also after a sign-out in another tab', () => {
    start()
    expect(seen()).toBe(false)
    publishUser(layla)
    expect(seen()).toBe(true)
    window.dispatchEvent(new StorageEvent('storage', { key: 'signed-in', newValue: '' }))
    expect(seen()).toBe(false)
  })

  it('opens the sign-in dialog on a click, but not on a click with the Ctrl key', async () => {
    start()
    await userEvent.click(control('sign-in'))
    expect(opened).toHaveBeenCalledOnce()
    const elsewhere = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
    control('sign-in').dispatchEvent(elsewhere)
    expect(opened).toHaveBeenCalledOnce()
  })

  it('signs the visitor out, confirms it, and moves the focus to the sign-in link', async () => {
    publishUser(layla)
    writeJson('buyer', { phone: '501234567' })
    start({ 'DELETE /session': () => ({ body: {} }) })
    await userEvent.click(control('sign-out'))
    await vi.waitFor(() => expect(toasts).toEqual([{ kind: 'success', text: 'You are signed out' }]))
    expect(callsTo(calls, 'DELETE /session')).toHaveLength(1)
    expect(seen()).toBe(false)
    expect(readJson('buyer')).toBeUndefined()
    await vi.waitFor(() => expect(callsTo(calls, 'GET /cart')).toHaveLength(1))
    expect(document.activeElement).toBe(control('sign-in'))
    expect(document.querySelector('details')?.open).toBe(false)
  })

  it('shows an error, and the visitor stays signed in, if the sign-out fails', async () => {
    publishUser(layla)
    start({ 'DELETE /session': () => 'unreachable' })
    await userEvent.click(control('sign-out'))
    await vi.waitFor(() => expect(toasts.map(({ kind }) => kind)).toEqual(['error']))
    expect(signInMark.get()).not.toBe('')
  })
})

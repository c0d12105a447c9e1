// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, type Answer } from '../http/api.fixture'
import { publishUser, loadSession, user, type User } from './session'
import { signInMark } from './sign-in-mark'

const layla: User = { email: 'layla@example.com', firstName: 'Layla', lastName: 'Haddad' }
const serveSession = (session: { user?: User }) => fakeApi({ 'GET /session': () => ({ body: session }) })
const setMarkInOtherTab = (mark: string) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'signed-in', newValue: mark }))

beforeEach(() => {
  publishUser(null)
  user.set(undefined)
})
afterEach(() => vi.unstubAllGlobals())

describe('the session', () => {
  it('publishes the user and stores a mark without personal data', async () => {
    serveSession({ user: layla })
    await loadSession()
    expect(user.get()).toEqual(layla)
    expect(localStorage.getItem('signed-in')).toMatch(/^\d+-0\.\d+$/)
  })

  it('keeps its mark when it is loaded again and gets another mark after a new sign-in', async () => {
    serveSession({ user: layla })
    await loadSession()
    const mark = signInMark.get()
    await loadSession()
    expect(signInMark.get()).toBe(mark)
    publishUser(layla, { newSession: true })
    expect(signInMark.get()).not.toBe(mark)
  })

  it('has no user and no mark if the server returns no user', async () => {
    publishUser(layla)
    serveSession({})
    expect(await loadSession()).toBeNull()
    expect([user.get(), signInMark.get()]).toEqual([null, ''])
  })

  it('ignores a response to a request that was sent before the sign-in', async () => {
    let answer = (_: Answer) => {}
    const calls = fakeApi({ 'GET /session': () => new Promise<Answer>((resolve) => (answer = resolve)) })
    const loading = loadSession()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    publishUser(layla, { newSession: true })
    answer({ body: {} })
    expect(await loading).toEqual(layla)
    expect(user.get()).toEqual(layla)
  })

  it('keeps the known user and mark if the server does not answer', async () => {
    publishUser(layla)
    fakeApi({})
    await expect(loadSession()).rejects.toThrow()
    expect(user.get()).toEqual(layla)
    expect(signInMark.get()).not.toBe('')
  })
})

describe('a tab that shows the signed-in user', () => {
  it('fetches the session again after another tab signs in or out', async () => {
    const stop = user.listen(() => {})
    const calls = serveSession({ user: layla })
    setMarkInOtherTab('elsewhere')
    await vi.waitFor(() => expect(user.get()).toEqual(layla))
    serveSession({})
    setMarkInOtherTab('')
    await vi.waitFor(() => expect(user.get()).toBeNull())
    expect(callsTo(calls, 'GET /session')).toHaveLength(1)
    stop()
  })

  it('does not fetch the session after its own sign-in or sign-out', async () => {
    const stop = user.listen(() => {})
    const calls = serveSession({ user: layla })
    publishUser(layla, { newSession: true })
    publishUser(null)
    await Promise.resolve()
    expect(calls).toEqual([])
    stop()
  })
})

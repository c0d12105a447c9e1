// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callsTo, fakeApi, type Answer } from '../http/api.fixture'
import { publishUser, loadSession, user, type User } from './session'
import { signInMark } from './sign-in-mark'

const layla: User = { email: 'layla@example.com', firstName: 'Layla', lastName: 'Haddad' }
const answering = (session: { user?: User }) => fakeApi({ 'GET /session': () => ({ body: session }) })
const otherTab = (mark: string) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'signed-in', newValue: mark }))

beforeEach(() => {
  publishUser(null)
  user.set(undefined)
})
afterEach(() => vi.unstubAllGlobals())

describe('who is signed in', () => {
  it('is known on every page by a mark without personal data', async () => {
    answering({ user: layla })
    await loadSession()
    expect(user.get()).toEqual(layla)
    expect(localStorage.getItem('signed-in')).toMatch(/^\d+-0\.\d+$/)
  })

  it('keeps the mark until the session ends', async () => {
    answering({ user: layla })
    await loadSession()
    const mark = signInMark.get()
    await loadSession()
    expect(signInMark.get()).toBe(mark)
    publishUser(layla, { newSession: true })
    expect(signInMark.get()).not.toBe(mark)
  })

  it('has no user once the server says so', async () => {
    publishUser(layla)
    answering({})
    expect(await loadSession()).toBeNull()
    expect([user.get(), signInMark.get()]).toEqual([null, ''])
  })

  it('is not changed by an answer that a sign-in has overtaken', async () => {
    let answer = (_: Answer) => {}
    const calls = fakeApi({ 'GET /session': () => new Promise<Answer>((resolve) => (answer = resolve)) })
    const loading = loadSession()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    publishUser(layla, { newSession: true })
    answer({ body: {} })
    expect(await loading).toEqual(layla)
    expect(user.get()).toEqual(layla)
  })

  it('stays as it was known where the server does not answer', async () => {
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
    const calls = answering({ user: layla })
    otherTab('elsewhere')
    await vi.waitFor(() => expect(user.get()).toEqual(layla))
    answering({})
    otherTab('')
    await vi.waitFor(() => expect(user.get()).toBeNull())
    expect(callsTo(calls, 'GET /session')).toHaveLength(1)
    stop()
  })

  it('does not ask for what it has done itself', async () => {
    const stop = user.listen(() => {})
    const calls = answering({ user: layla })
    publishUser(layla, { newSession: true })
    publishUser(null)
    await Promise.resolve()
    expect(calls).toEqual([])
    stop()
  })
})

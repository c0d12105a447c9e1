import { atom, onMount } from 'nanostores'
import type { components } from '../http/api.gen'
import { signInMark } from './sign-in-mark'

export type User = components['schemas']['User']

/** Returns a user's name, or the address if they have not entered one. */
export const displayName = (user: User): string => user.firstName || user.email

/** The user of the session, as this tab last fetched it; null when signed out, undefined before the first request. */
export const user = atom<User | null | undefined>(undefined)

// A tab that shows a user fetches the session again after another tab signs in or out.
onMount(user, () => signInMark.listen((now) => (now === ownMark ? undefined : void loadSession().catch(() => {}))))
let ownMark = signInMark.get()

// Counts updates, so that an answer to an earlier request is dropped.
let updateCount = 0

/** Fetches the session and returns its user. */
export async function loadSession(): Promise<User | null> {
  const countBefore = updateCount
  const { api } = await import('../http/api')
  const session = await api('GET', '/session')
  return updateCount === countBefore ? publishUser(session.user ?? null) : (user.get() ?? null)
}

/** Returns the signed-in user, for forms to fill in; requested only if the browser has a sign-in mark. */
export async function loadUserIfSignedIn(): Promise<User | null> {
  return signInMark.get() ? loadSession() : null
}

/** Publishes the server's session to all islands and tabs; null means signed out. */
export function publishUser(now: User | null, { newSession = false } = {}): User | null {
  updateCount++
  const mark = signInMark.get()
  ownMark = !now ? '' : mark && !newSession ? mark : `${Date.now()}-${Math.random()}`
  if (mark !== ownMark) signInMark.set(ownMark)
  user.set(now)
  return now
}

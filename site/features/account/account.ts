import { api } from '../http/api'
import type { components } from '../http/api.gen'
import { changeCart } from '../cart/cart'
import { keepUser, type User } from './session'
import { forgetAll } from '../../lib/browser/tab-memory'

type Session = components['schemas']['Session']

/** Signs in. Fails with `wrong_password` and `too_many_tries`. */
export async function signIn(input: components['schemas']['SignInInput']): Promise<User | null> {
  return enter(await api<Session>('/session', { method: 'POST', body: input }))
}

/**
 * Opens an account by its mailed link, and signs in if this browser asked for it. In another nothing changes; null says that
 * a link to choose a password was mailed. Fails with `link_expired`.
 */
export async function openAccount(token: string): Promise<User | null> {
  const session = await api<Session>('/account/verification', { method: 'POST', body: { token } })
  return session.user ? enter(session) : null
}

/** Signs out; what was typed in this tab is forgotten with it. */
export async function signOut(): Promise<void> {
  await api('/session', { method: 'DELETE' })
  forgetAll()
  keepUser(null)
  changeCart()
}

/** Asks for an account. The answer is the same whether or not the address has one. */
export async function signUp(input: components['schemas']['SignUpInput']): Promise<void> {
  await api('/account', { method: 'POST', body: input })
}

/** Asks for a link to choose a new password; the answer is the same for every address. */
export async function forgotPassword(email: string): Promise<void> {
  await api('/account/password-reset', { method: 'POST', body: { email } })
}

/** Chooses a new password by the mailed link, which ends every session. Fails with `link_expired`. */
export async function resetPassword(input: components['schemas']['PasswordInput']): Promise<void> {
  await api('/account/password', { method: 'PUT', body: input })
  keepUser(null)
  changeCart()
}

/** What was in the visitor's cart is now in the user's. */
function enter(session: Session): User | null {
  const user = keepUser(session.user ?? null, { anew: true })
  changeCart()
  return user
}

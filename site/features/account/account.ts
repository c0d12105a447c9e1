import { api, type Schemas } from '../http/api'
import { changeCart } from '../cart/cart'
import { keepUser, type User } from './session'
import { forgetAll } from '../../lib/browser/tab-memory'

/** Signs in. Fails with `wrong_password` and `too_many_tries`. */
export async function signIn(input: Schemas['SignInInput']): Promise<User | null> {
  return enter(await api('POST', '/session', { body: input }))
}

/**
 * Opens an account by its mailed link, and signs in if this browser asked for it. In another nothing changes; null says that
 * a link to choose a password was mailed. Fails with `link_expired`.
 */
export async function openAccount(token: string): Promise<User | null> {
  const session = await api('POST', '/account/verification', { body: { token } })
  return session.user ? enter(session) : null
}

/** Signs out; what was typed in this tab is forgotten with it. */
export async function signOut(): Promise<void> {
  await api('DELETE', '/session')
  forgetAll()
  keepUser(null)
  changeCart()
}

/** Chooses a new password by the mailed link, which ends every session. Fails with `link_expired`. */
export async function resetPassword(input: Schemas['PasswordInput']): Promise<void> {
  await api('PUT', '/account/password', { body: input })
  keepUser(null)
  changeCart()
}

/** What was in the visitor's cart is now in the user's. */
function enter(session: Schemas['Session']): User | null {
  const user = keepUser(session.user ?? null, { anew: true })
  changeCart()
  return user
}

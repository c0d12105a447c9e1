import { api, type Schemas } from '../http/api'
import { refreshCart } from '../cart/cart'
import { publishUser, type User } from './session'

/** Signs in. Fails with `wrong_password` and `too_many_tries`. */
export async function signIn(input: Schemas['SignInInput']): Promise<User | null> {
  return startSession(await api('POST', '/session', { body: input }))
}

/**
 * Opens an account by its mailed link, and signs in if this browser requested it. In another browser it changes nothing
 * and returns null: a link to choose a password was mailed. Fails with `link_expired`.
 */
export async function openAccount(token: string): Promise<User | null> {
  const session = await api('POST', '/account/verification', { body: { token } })
  return session.user ? startSession(session) : null
}

/** Sets a new password by the mailed link, and ends every session. Fails with `link_expired`. */
export async function resetPassword(input: Schemas['PasswordInput']): Promise<void> {
  await api('PUT', '/account/password', { body: input })
  publishUser(null)
  refreshCart()
}

/** Publishes the user, and fetches the cart, which now contains the visitor's items. */
function startSession(session: Schemas['Session']): User | null {
  const user = publishUser(session.user ?? null, { newSession: true })
  refreshCart()
  return user
}

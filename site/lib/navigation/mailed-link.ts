/** The parameters of mailed links that are secrets. */
export const secretParameters = ['access', 'negotiation', 'open', 'token'] as const

type SecretParameter = (typeof secretParameters)[number]

/** Returns the secret of a mailed link, or null if the address has none. */
export const readToken = (name: SecretParameter) => new URL(window.location.href).searchParams.get(name) || null

/**
 * Removes a secret from the address, where others could read it: in the history, over a shoulder, in a link that is
 * passed on. The secret of a request is removed once the server has decided on it, so that a reload after a failure
 * sends it again.
 */
export function removeToken(name: SecretParameter): void {
  const address = new URL(window.location.href)
  if (!address.searchParams.has(name)) return
  address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash)
}

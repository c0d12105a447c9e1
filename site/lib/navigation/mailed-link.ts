/** The parameters of mailed links that are secrets. */
export const secretParameters = ['access', 'negotiation', 'open', 'token'] as const

/**
 * Takes the secret of a mailed link out of the address, where others could read it: in the history, over a shoulder, in
 * a link that is passed on. Returns null if there is none.
 */
export function takeToken(name: (typeof secretParameters)[number]): string | null {
  const address = new URL(window.location.href)
  const token = address.searchParams.get(name)
  if (token === null) return null
  address.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash)
  return token || null
}

/** The most characters of a search. */
export const maxSearchLength = 200

/**
 * The pages that the build renders once for many addresses, each with a parameter, and the specification's validation
 * of it: on failure a not-found error is shown.
 */
const routes = {
  '/search': (text: string) => text.trim() !== '' && [...text].length <= maxSearchLength,
  '/invoices': (id: string) => /^[A-Za-z0-9-]{1,64}$/.test(id),
}

/**
 * Returns a text as the last segment of a search's path. Browsers resolve '.' and '..' in a path, escaped or not: a
 * space keeps them a text.
 */
export function searchSegment(text: string): string {
  return encodeURIComponent(text) + (/^\.{1,2}$/.test(text) ? '%20' : '')
}

/** PageNotFound reports an address that no page has. Its message names the path, as the specification requires. */
export class PageNotFound extends Error {
  readonly status = 404
  constructor(readonly path: string) {
    super(`Page Not Found: ${path}`)
    this.name = 'PageNotFound'
  }
}

/** Returns the path of the payload for a page's path. Throws PageNotFound if a parameter is invalid. */
export function payloadPath(path: string): string {
  const base = parameterBase(path)
  if (base && !routes[base](parameterOf(base, path) ?? '')) throw new PageNotFound(path)
  return base ?? path
}

/** Returns a path without its parameter, '/search/dunes' → '/search'; null for paths without one. */
export function parameterBase(path: string): keyof typeof routes | null {
  const base = /^(.+)\/[^/]+$/.exec(path)?.[1]
  return base === '/search' || base === '/invoices' ? base : null
}

/** Returns the parameter of a path, '/invoices/o1' → 'o1'; null if there is none. */
export function parameterOf(base: keyof typeof routes, path: string): string | null {
  return parameterBase(path) === base ? decodeSegment(path.slice(base.length + 1)) : null
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

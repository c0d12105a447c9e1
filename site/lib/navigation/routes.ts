/** Route is a page that the build renders once for many addresses, each with a parameter. */
interface Route {
  pattern: RegExp
  payload: string
  /** The specification's validation step: on failure a not-found error is shown. */
  validate(parameter: string): boolean
}

/** The most characters of a search. */
export const longestSearch = 200

const routes: Route[] = [
  {
    pattern: /^\/search\/([^/]+)$/,
    payload: '/search',
    validate: (text) => text.trim() !== '' && [...text].length <= longestSearch,
  },
  { pattern: /^\/invoices\/([^/]+)$/, payload: '/invoices', validate: (id) => /^[A-Za-z0-9-]{1,64}$/.test(id) },
]

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
  for (const { pattern, payload, validate } of routes) {
    const parameter = pattern.exec(path)?.[1]
    if (parameter === undefined) continue
    if (!validate(decoded(parameter))) throw new PageNotFound(path)
    return payload
  }
  return path
}

/** Returns a path without its parameter, '/search/dunes' → '/search'; null for paths without one. */
export function parameterBase(path: string): string | null {
  return routes.find(({ pattern }) => pattern.test(path))?.payload ?? null
}

/** Returns the parameter of a path, '/invoices/o1' → 'o1'; null if there is none. */
export function parameterOf(payload: '/search' | '/invoices', path: string): string | null {
  const parameter = routes.find((route) => route.payload === payload)?.pattern.exec(path)?.[1]
  return parameter === undefined ? null : decoded(parameter)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

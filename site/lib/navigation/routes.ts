/** A page that the build makes once for many addresses: its own path, and what makes an address valid. */
interface Route {
  pattern: RegExp
  payload: string
  /** The specification's validation step: on failure a not-found error is shown. */
  validate(parameter: string): boolean
}

/** How many characters a search may have. */
export const longestSearch = 200

const routes: Route[] = [
  {
    pattern: /^\/search\/([^/]+)$/,
    payload: '/search',
    validate: (text) => text.trim() !== '' && [...text].length <= longestSearch,
  },
  { pattern: /^\/invoices\/([^/]+)$/, payload: '/invoices', validate: (id) => /^[A-Za-z0-9-]{1,64}$/.test(id) },
]

/** An address that no page has. Its message names the path, as the specification wants. */
export class PageNotFound extends Error {
  readonly status = 404
  constructor(readonly path: string) {
    super(`Page Not Found: ${path}`)
    this.name = 'PageNotFound'
  }
}

/** The path whose payload a page is made of. Throws PageNotFound where a parameter is not valid. */
export function payloadPath(path: string): string {
  for (const { pattern, payload, validate } of routes) {
    const parameter = pattern.exec(path)?.[1]
    if (parameter === undefined) continue
    if (!validate(decoded(parameter))) throw new PageNotFound(path)
    return payload
  }
  return path
}

/** What a path with a parameter begins with, '/search/dunes' → '/search'; null for other paths. */
export function parameterBase(path: string): string | null {
  return routes.find(({ pattern }) => pattern.test(path))?.payload ?? null
}

/** What stands behind the path of such a page, '/invoices/o1' → 'o1'; null where nothing does. */
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

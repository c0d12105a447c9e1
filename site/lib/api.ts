import { FetchError, ofetch } from 'ofetch'
import type { components } from './api.gen'

type Redirect = components['schemas']['Redirect']
export type ProblemField = components['schemas']['ProblemField']

/**
 * Asks the API. Failures that may pass are tried again, once, on the specification's statuses; never PATCH, POST, PUT
 * and DELETE, which are ofetch's own defaults stated here so that an update cannot change them.
 */
export const api = ofetch.create({
  baseURL: '/api/v1',
  credentials: 'same-origin',
  retryStatusCodes: [408, 409, 425, 429, 500, 502, 503, 504],
  retryDelay: 300,
  timeout: 30_000,
  onRequest({ options }) {
    const language = document.documentElement.lang
    if (language) options.headers.set('Accept-Language', language)
  },
})

/** An error the API answered: the site translates its code, never its prose. */
export interface Problem {
  status: number
  /** 'network' where nothing was answered; codes that this build does not know are possible too. */
  code: string
  /** What of the request is wrong, where the code is 'invalid'. */
  fields?: ProblemField[]
  /** After how many seconds it is worth trying again, where the server says so. */
  retryAfter?: number
}

/** The problem document (RFC 9457) behind a failed request; code 'internal' where there is none. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof FetchError)) return { status: 0, code: 'internal' }
  if (error.status === undefined) return { status: 0, code: 'network' }
  const data: unknown = error.data
  const document = typeof data === 'object' && data !== null ? (data as Partial<Problem>) : {}
  const { code = 'internal', fields } = document
  const retryAfter = Number(error.response?.headers.get('Retry-After') ?? 0)
  return {
    status: error.status,
    code: String(code),
    ...(Array.isArray(fields) && { fields }),
    ...(retryAfter > 0 && { retryAfter }),
  }
}

/** Where the server redirects a path that has no page; null if it does not. Fails where there is no API. */
export async function lookUpRedirect(path: string): Promise<string | null> {
  const { to } = await api<Redirect>('/redirects', { query: { path } })
  return to
}

import { FetchError, ofetch, type FetchContext, type FetchOptions } from 'ofetch'
import type { components } from './api.gen'

type Redirect = components['schemas']['Redirect']
export type ProblemField = components['schemas']['ProblemField']

/** Statuses that may pass by themselves, by the specification. */
const passing = [408, 409, 425, 429, 500, 502, 503, 504]

/** What a request may add to a fetch's own options. */
declare module 'ofetch' {
  interface FetchOptions {
    /** The caller's signal; `signal` ends with the time as well. */
    stop?: AbortSignal | null
  }
}

const answerWithin = 30_000
const waitBefore = 300
/** A server that asks for a longer wait is not asked again: the visitor is told, and may. */
const longestWait = 5000

/**
 * Asks the API. Failures that may pass are tried again, once: an answer of the statuses above, no answer, none in time;
 * after as long as the server asks for. Never PATCH, POST, PUT and DELETE, which may have done their work: whoever sends one
 * that can be done twice, by its Idempotency-Key, says `retry: 1`. Who aborts a request gets no second one.
 */
export const api = ofetch.create({
  baseURL: '/api/v1',
  credentials: 'same-origin',
  retryStatusCodes: passing,
  retryDelay: ({ response }) => asksToWait(response) ?? waitBefore,
  onRequest({ options }) {
    const language = document.documentElement.lang
    if (language) options.headers.set('Accept-Language', language)
    limitTime(options)
  },
  onResponseError({ options, response }) {
    if ((asksToWait(response) ?? 0) > longestWait) options.retry = false
  },
})

/**
 * Gives each try its own time. The library's own limit leaves out requests that have a signal and what is tried again, and
 * takes an abort for a failure that may pass.
 */
function limitTime(options: Pick<FetchOptions, 'signal' | 'stop'>): void {
  if (!('stop' in options)) options.stop = options.signal
  const { stop } = options
  const time = AbortSignal.timeout(answerWithin)
  // Browsers that cannot join two signals keep to the caller's.
  options.signal = !stop ? time : 'any' in AbortSignal ? AbortSignal.any([stop, time]) : stop
}

/** For how many milliseconds the server wants to be left alone; undefined where it does not say. */
function asksToWait(response: FetchContext['response']): number | undefined {
  const said = response?.headers.get('Retry-After')
  if (!said) return undefined
  const wait = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}

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
  const retryAfter = Math.ceil((asksToWait(error.response) ?? 0) / 1000)
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

import type { components, paths } from './api.gen'
import { sleep } from '../../lib/browser/sleep'
import { learnServerTime } from './server-time'

export type Schemas = components['schemas']
export type ProblemField = Schemas['ProblemField']
/** 'network' means that there was no answer. */
export type ProblemCode = Schemas['Problem']['code'] | 'network'

/** Problem is an error of the API. The site translates its code, never its prose. */
export interface Problem {
  status: number
  code: ProblemCode
  /** The invalid fields of the request, if the code is 'invalid'. */
  fields?: ProblemField[]
  /** The seconds after which to retry, if the server names them. */
  retryAfter?: number
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type PathsOf<M extends Method> = { [P in keyof paths]: Operation<M, P> extends object ? P : never }[keyof paths]
type Operation<M extends Method, P extends keyof paths> = NonNullable<paths[P][Lowercase<M>]>
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined
type Answer<O> = O extends { responses: { 200: infer Good } } ? Json<Good> : undefined
/** Input is the part of a request that varies, by the contract. */
type Input<O> = (O extends { parameters: infer In } ? Pick<In, keyof In & ('path' | 'query' | 'header')> : unknown) &
  (O extends { requestBody: infer Body } ? { body: Json<Body> } : unknown) &
  Pick<RequestOptions, 'signal' | 'retryOn'>

interface RequestOptions {
  path?: Record<string, string>
  query?: object
  header?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
  /** The statuses after which the request is sent again. */
  retryOn?: readonly number[]
}

/** The list that the contract joins with commas (explode: false). Others are a parameter for each value. */
const commaJoinedParameter = 'products'

const noResponse = 0
/** Statuses of failures that may be temporary, by the specification. */
const temporaryStatuses = [noResponse, 408, 409, 425, 429, 500, 502, 503, 504]
const requestTimeout = 30_000
const defaultRetryWait = 300
/** After a longer wait the visitor decides whether to try again. */
const maxRetryWait = 5000

/**
 * Sends a request to the API and returns the answer, both as the contract has them; rejects with what problemOf reads.
 * A GET with a temporary failure is sent once more, after the time of Retry-After. Other methods may
 * have done their work: a caller that can send one twice, by its Idempotency-Key, names the statuses. An aborted
 * request is not sent again.
 */
export async function api<M extends Method, P extends PathsOf<M>>(
  method: M,
  path: P,
  ...[input]: Partial<Input<Operation<M, P>>> extends Input<Operation<M, P>>
    ? [input?: Input<Operation<M, P>>]
    : [input: Input<Operation<M, P>>]
): Promise<Answer<Operation<M, P>>> {
  const { retryOn = method === 'GET' ? temporaryStatuses : [], ...options }: RequestOptions = input ?? {}
  const attempt = () => send(method, path, options)
  return (await attempt().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || !retryOn.includes(error.status) || options.signal?.aborted) throw error
    const wait = error.wait ?? defaultRetryWait
    if (wait > maxRetryWait) throw error
    await sleep(wait)
    return attempt()
  })) as Answer<Operation<M, P>>
}

/** The failure of a request. */
class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The problem document (RFC 9457), as far as there is one. */
    readonly document: Partial<Problem> = {},
    /** The milliseconds of Retry-After. */
    readonly wait?: number,
  ) {
    super(`API: ${status}`)
  }
}

/** Fails a request that has no answer, or only the beginning of one. */
const failUnanswered = () => Promise.reject(new ApiError(noResponse, { code: 'network' }))

async function send(method: Method, template: string, { path, query = {}, header, body, signal }: RequestOptions) {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    const values = name === commaJoinedParameter ? [String(value)] : [value].flat()
    for (const one of values) if (one !== undefined) parameters.append(name, String(one))
  }
  const search = parameters.toString()
  const address = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path?.[name] ?? ''))
  const timeout = AbortSignal.timeout(requestTimeout)
  const language = document.documentElement.lang
  const response = await fetch(`/api/v1${address}${search && `?${search}`}`, {
    method,
    headers: {
      Accept: 'application/json',
      ...(language && { 'Accept-Language': language }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...header,
    },
    body: JSON.stringify(body),
    // Browsers without AbortSignal.any use the caller's signal alone.
    signal: !signal ? timeout : 'any' in AbortSignal ? AbortSignal.any([signal, timeout]) : signal,
  }).catch(failUnanswered)
  learnServerTime(response)
  if (!response.ok) {
    const document = (await response.json().catch(() => null)) as Partial<Problem> | null
    throw new ApiError(response.status, document ?? {}, retryAfterOf(response))
  }
  const text = await response.text().catch(failUnanswered)
  return text ? (JSON.parse(text) as unknown) : undefined
}

/** The milliseconds of Retry-After; undefined without the header. */
function retryAfterOf({ headers }: Response): number | undefined {
  const after = headers.get('Retry-After')
  if (!after) return undefined
  const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}

/** Returns the problem of a failed request; its code is 'internal' if the answer was not the API's. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { status: 0, code: 'internal' }
  const { status, document, wait = 0 } = error
  const { code = 'internal', fields } = document
  const retryAfter = Math.ceil(wait / 1000) || undefined
  return { status, code, fields: Array.isArray(fields) ? fields : undefined, retryAfter }
}

/** Fetches the redirect of a path that has no page; null if there is none. Rejects without an API. */
export async function lookUpRedirect(path: string): Promise<string | null> {
  const { to } = await api('GET', '/redirects', { query: { path } })
  return to
}

import { vi } from 'vitest'
import type { ProblemField } from './api'

/** The requests of the code under test. */
export interface Call {
  method: string
  /** Below /api/v1, without its query. */
  path: string
  query: Record<string, string>
  body: unknown
  /** The Idempotency-Key. */
  key: string | null
}

/** A body alone is a 200. */
export type Answer = { status?: number; body?: unknown } | 'unreachable'
/** Answers a call; `before` is how many came before it. */
export type Handler = (call: Call, before: number) => Answer | Promise<Answer>
/** By method and path, "POST /cart/items". */
export type Handlers = Record<string, Handler>

/**
 * Replaces fetch by a fake API and returns its calls, in their order. A single handler answers every call; with
 * several, a call without a handler fails as it would without a network.
 */
export function fakeApi(given: Handler | Handlers): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (address: RequestInfo | URL, { method = 'GET', body, headers }: RequestInit = {}) => {
    const url = new URL(String(address), 'https://shop.example')
    const call: Call = {
      method,
      path: url.pathname.replace('/api/v1', ''),
      query: Object.fromEntries(url.searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      key: new Headers(headers).get('Idempotency-Key'),
    }
    calls.push(call)
    const handler = typeof given === 'function' ? given : given[`${method} ${call.path}`]
    const answer = (await handler?.(call, calls.length - 1)) ?? 'unreachable'
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    const { status = 200, body: content = {} } = answer
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    return new Response(JSON.stringify(content), { status, headers: { 'Content-Type': type } })
  })
  return calls
}

/** The calls of a method and path, in their order. */
export function callsTo(calls: Call[], what: string): Call[] {
  return calls.filter(({ method, path }) => `${method} ${path}` === what)
}

/** A problem as the API returns it. */
export function problem(
  code: string,
  status = 409,
  fields?: (Omit<ProblemField, 'code'> & { code: string })[],
): Answer {
  return { status, body: { type: `urn:problem-type:storefront:${code}`, code, status, title: '', detail: '', fields } }
}

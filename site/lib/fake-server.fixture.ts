import { vi } from 'vitest'

interface Call {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
}

/** What is answered: a body, or the problem of a code. */
type Answer = { status?: number; body: unknown } | 'unreachable'
type Handler = (call: Call) => Answer

export const answer = (body: unknown): Answer => ({ body })

export function problem(status: number, code: string, ...fields: { name: string; code: string }[]): Answer {
  return { status, body: { type: `urn:problem-type:storefront:${code}`, title: code, status, code, fields } }
}

/** Answers the requests of a test by method and path; whatever has no handler cannot be reached. */
export function fakeServer(handlers: Record<string, Handler>) {
  const calls: Call[] = []
  const fetch = vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'https://shop.example')
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname.replace('/api/v1', ''),
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    }
    calls.push(call)
    const said = handlers[`${call.method} ${call.path}`]?.(call) ?? 'unreachable'
    if (said === 'unreachable') throw new TypeError('Failed to fetch')
    const { status = 200, body } = said
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } })
  })
  vi.stubGlobal('fetch', fetch)
  return {
    calls,
    handlers,
    /** The calls of a method and path, in their order. */
    to: (what: string) => calls.filter(({ method, path }) => `${method} ${path}` === what),
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, lookUpRedirect, problemOf } from './api'

/** What the server does with a request; without one it answers 200. */
type Answer = number | ((request: IncomingMessage, response: ServerResponse) => void)

let server: Server
let origin: string
/** What arrived at the server: "GET /api/v1/cart". */
let calls: string[]
let keys: (string | string[] | undefined)[]
let answers: Answer[]
/** The delays before each further try, in milliseconds. */
let waits: number[]

beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    keys.push(request.headers['idempotency-key'])
    const answer = answers.shift() ?? 200
    if (typeof answer === 'function') answer(request, response)
    else write(response, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  ;[calls, keys, answers, waits] = [[], [], [], []]
})
afterEach(() => {
  whileWaiting = () => {}
  vi.restoreAllMocks()
})

function write(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  const good = status === 200
  response.writeHead(status, { 'Content-Type': good ? 'application/json' : 'application/problem+json', ...headers })
  response.end(JSON.stringify(good ? { to: '/faq' } : { code: 'sold_out', status }))
}

/** Returns an answer with a Retry-After header. */
const retryAfterAnswer =
  (wait: string, status = 503): Answer =>
  (_, response) =>
    write(response, status, { 'Retry-After': wait })

/** Closes the connection without a response. */
const closeConnection: Answer = (request) => request.socket.destroy()

/** Runs while the layer waits. */
let whileWaiting = () => {}
vi.mock('../../lib/browser/sleep', () => ({
  sleep: (wait: number) => {
    waits.push(wait)
    whileWaiting()
    return Promise.resolve()
  },
}))

/** The request layer without its types, for paths and methods that a test chooses. */
const send = api as (method: string, path: string, input?: object) => Promise<unknown>

const temporary = [408, 409, 425, 429, 500, 502, 503, 504]
const permanent = [400, 401, 403, 404, 405, 410, 413, 415, 422, 501]
const reading = ['GET']
const changing = ['PATCH', 'POST', 'PUT', 'DELETE']
const pairs = (methods: string[], statuses: number[]) =>
  methods.flatMap((method) => statuses.map((status) => ({ method, status })))

describe('the request layer', () => {
  it.each(pairs(reading, temporary))('tries $method again on $status', async ({ method, status }) => {
    answers = [status]
    await send(method, '/cart')
    expect(calls).toEqual([`${method} /api/v1/cart`, `${method} /api/v1/cart`])
    expect(waits).toEqual([300])
  })

  it.each(temporary)('gives up after one more try on %d', async (status) => {
    answers = [status, status]
    expect(await api('GET', '/cart').catch(problemOf)).toEqual({ status, code: 'sold_out' })
    expect(calls).toHaveLength(2)
  })

  it.each(pairs(reading, permanent))('does not try $method again on $status', async ({ method, status }) => {
    answers = [status]
    await expect(send(method, '/cart')).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })

  it.each(pairs(changing, [...temporary, ...permanent]))(
    'never sends $method twice, on $status',
    async ({ method, status }) => {
      answers = [status]
      await expect(send(method, '/cart')).rejects.toThrow()
      expect(calls).toEqual([`${method} /api/v1/cart`])
    },
  )

  it.each(changing)('sends %s only once if the connection breaks', async (method) => {
    answers = [closeConnection]
    expect(await send(method, '/cart').catch(problemOf)).toEqual({ status: 0, code: 'network' })
    expect(calls).toHaveLength(1)
  })

  it.each(temporary)('sends an idempotent request again, with the same key, on %d', async (status) => {
    answers = [status]
    const header = { 'Idempotency-Key': 'key-12345' }
    expect(await send('POST', '/checkout', { body: {}, header, retryOn: [status] })).toEqual({ to: '/faq' })
    expect(keys).toEqual(['key-12345', 'key-12345'])
  })

  it('tries GET once more if the connection breaks', async () => {
    answers = [closeConnection]
    expect(await api('GET', '/cart')).toEqual({ to: '/faq' })
    answers = [closeConnection, closeConnection]
    expect(await api('GET', '/cart').catch(problemOf)).toEqual({ status: 0, code: 'network' })
    expect(calls).toHaveLength(4)
  })
})

describe('a response with Retry-After', () => {
  it.each(['0', '2', '5'])('delays the second try by %s seconds', async (wait) => {
    answers = [retryAfterAnswer(wait)]
    await api('GET', '/cart')
    expect(waits).toEqual([Number(wait) * 1000])
    expect(calls).toHaveLength(2)
  })

  it('delays the second try until an HTTP date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) })
    answers = [retryAfterAnswer(new Date(Date.now() + 4000).toUTCString())]
    await api('GET', '/cart')
    vi.useRealTimers()
    expect(waits).toEqual([4000])
  })

  it.each(['6', '90', new Date(Date.now() + 3_600_000).toUTCString()])(
    'prevents a second try if the wait is longer than 5 seconds: %s',
    async (wait) => {
      answers = [retryAfterAnswer(wait, 429)]
      const { status, retryAfter = 0 } = (await api('GET', '/cart').catch(problemOf)) as ReturnType<typeof problemOf>
      expect(status).toBe(429)
      expect(retryAfter).toBeGreaterThan(5)
      expect(calls).toHaveLength(1)
    },
  )

  it('has the default delay if its value is invalid', async () => {
    answers = [retryAfterAnswer('in a while')]
    await api('GET', '/cart')
    expect(waits).toEqual([300])
  })

  it('adds its wait to the problem of a request that is not retried', async () => {
    answers = [retryAfterAnswer('90', 429)]
    const problem = await send('POST', '/session').catch(problemOf)
    expect(problem).toEqual({ status: 429, code: 'sold_out', retryAfter: 90 })
  })
})

describe('an aborted request', () => {
  it('is not sent again', async () => {
    const stop = new AbortController()
    answers = [() => stop.abort()]
    await expect(api('GET', '/cart', { signal: stop.signal })).rejects.toThrow()
    expect(calls).toHaveLength(1)
    expect(waits).toEqual([])
  })

  it('is not sent again if it is aborted during the wait', async () => {
    const stop = new AbortController()
    answers = [503]
    whileWaiting = () => stop.abort()
    await expect(api('GET', '/cart', { signal: stop.signal })).rejects.toThrow()
    expect(waits).toEqual([300])
    expect(calls).toHaveLength(1)
  })
})

describe('the timeout of a request', () => {
  /** Makes the first try time out once the server has the request; later tries have the whole timeout. */
  const timeOutFirstTry = () => {
    const first = new AbortController()
    answers = [() => first.abort(new DOMException('time is over', 'TimeoutError'))]
    return vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => first.signal)
  }

  it.each([false, true])('starts again for each try; with a signal of the caller: %s', async (signalled) => {
    const limit = timeOutFirstTry()
    const { signal } = new AbortController()
    expect(await api('GET', '/cart', signalled ? { signal } : {})).toEqual({ to: '/faq' })
    expect(limit.mock.calls).toEqual([[30_000], [30_000]])
  })

  it('ends a request that is not retried', async () => {
    timeOutFirstTry()
    expect(await send('POST', '/cart').catch(problemOf)).toEqual({ status: 0, code: 'network' })
    expect(calls).toHaveLength(1)
  })
})

describe('the problem of a failed request', () => {
  it('has the code of the problem document', async () => {
    answers = [422]
    const problem = await send('POST', '/cart').catch(problemOf)
    expect(problem).toEqual({ status: 422, code: 'sold_out' })
    expect(problemOf(new Error('x'))).toEqual({ status: 0, code: 'internal' })
  })

  it('lists the invalid fields', async () => {
    const fields = [{ name: 'buyer.email', code: 'format' }]
    answers = [
      (_, response) => {
        response.writeHead(422, { 'Content-Type': 'application/problem+json' })
        response.end(JSON.stringify({ code: 'invalid', fields }))
      },
    ]
    expect(await send('POST', '/checkout').catch(problemOf)).toEqual({
      status: 422,
      code: 'invalid',
      fields,
    })
  })

  it('has the code "internal" if the response is not from the API', async () => {
    answers = [
      (_, response) => {
        response.writeHead(404, { 'Content-Type': 'text/html' })
        response.end('<h1>Not here</h1>')
      },
    ]
    expect(await api('GET', '/cart').catch(problemOf)).toEqual({ status: 404, code: 'internal' })
  })
})

it('a query repeats its name for each value of a list and leaves out empty values', async () => {
  await api('GET', '/search', { query: { city: ['dubai', 'doha'], category: [], date: undefined, page: 1 } })
  expect(calls).toEqual(['GET /api/v1/search?city=dubai&city=doha&page=1'])
})

it('lookUpRedirect returns the target of a path and throws if there is none', async () => {
  expect(await lookUpRedirect('/old page')).toBe('/faq')
  expect(calls[0]).toMatch(/^GET \/api\/v1\/redirects\?path=(%2F|\/)old(\+|%20)page$/)
  answers = [404]
  await expect(lookUpRedirect('/x')).rejects.toThrow()
})

it('the problem of an answer whose body breaks off is a missing answer, which may stand for a success', async () => {
  answers = [
    (request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
      response.write('{"id":', () => request.socket.destroy())
    },
  ]
  expect(problemOf(await send('POST', '/checkout').catch((error: unknown) => error))).toEqual({
    status: 0,
    code: 'network',
  })
})

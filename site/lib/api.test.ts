import { createServer, type Server } from 'node:http'
import { ofetch } from 'ofetch'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

let server: Server
let calls: string[]
let answers: number[]
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const status = answers.shift() ?? 200
    response.writeHead(status, { 'Content-Type': status === 200 ? 'application/json' : 'application/problem+json' })
    response.end(JSON.stringify(status === 200 ? { to: '/faq' } : { code: 'sold_out', status }))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  origin = `http://localhost:${(server.address() as { port: number }).port}`
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
})
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  ;[calls, answers] = [[], []]
})

/** The module under test, with its paths on the server of this test. */
async function load() {
  vi.resetModules()
  vi.restoreAllMocks()
  const create = ofetch.create.bind(ofetch)
  vi.spyOn(ofetch, 'create').mockImplementation((defaults) =>
    create({ ...defaults, baseURL: `${origin}${String(defaults.baseURL)}`, retryDelay: 1 }),
  )
  return import('./api')
}

describe('the request layer', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])('tries again once on %d', async (status) => {
    const { api } = await load()
    answers = [status]
    expect(await api('/cart')).toEqual({ to: '/faq' })
    expect(calls).toEqual(['GET /api/v1/cart', 'GET /api/v1/cart'])
  })

  it.each(['PATCH', 'POST', 'PUT', 'DELETE'])('never sends %s twice', async (method) => {
    const { api } = await load()
    answers = [503]
    await expect(api('/cart', { method })).rejects.toThrow()
    expect(calls).toEqual([`${method} /api/v1/cart`])
  })

  it.each([400, 401, 403, 404, 422])('does not try again on %d', async (status) => {
    const { api } = await load()
    answers = [status]
    await expect(api('/cart')).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })

  it('gives the code of a problem', async () => {
    const { api, problemOf } = await load()
    answers = [422]
    const problem = await api('/cart', { method: 'POST' }).catch(problemOf)
    expect(problem).toEqual({ status: 422, code: 'sold_out' })
    expect(problemOf(new Error('x'))).toEqual({ status: 0, code: 'internal' })
  })

  it('gives the fields of a problem, and tells when nothing was answered', async () => {
    const { api, problemOf } = await load()
    const fields = [{ name: 'buyer.email', code: 'format' }]
    const fetch = vi.spyOn(globalThis, 'fetch')
    const answer = JSON.stringify({ code: 'invalid', fields })
    fetch.mockResolvedValueOnce(new Response(answer, { status: 422, headers: { 'Content-Type': 'application/json' } }))
    expect(await api('/checkout', { method: 'POST' }).catch(problemOf)).toEqual({
      status: 422,
      code: 'invalid',
      fields,
    })
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await api('/checkout', { method: 'POST' }).catch(problemOf)).toEqual({ status: 0, code: 'network' })
  })

  it('tells after how long it is worth trying again', async () => {
    const { api, problemOf } = await load()
    const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '90' }
    const answer = new Response(JSON.stringify({ code: 'too_many_tries' }), { status: 429, headers })
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(answer)
    const problem = await api('/session', { method: 'POST' }).catch(problemOf)
    expect(problem).toEqual({ status: 429, code: 'too_many_tries', retryAfter: 90 })
  })

  it('looks up redirects', async () => {
    const { lookUpRedirect } = await load()
    expect(await lookUpRedirect('/old page')).toBe('/faq')
    expect(calls[0]).toMatch(/^GET \/api\/v1\/redirects\?path=(%2F|\/)old(\+|%20)page$/)
    answers = [404]
    await expect(lookUpRedirect('/x')).rejects.toThrow()
  })
})

import { describe, expect, it } from 'vitest'
import { buildWatch } from './live-build'

/** A server whose live build can be changed; counts its requests. */
function server(id: string, bundle: string) {
  const live = { id, bundle, requests: 0, down: false }
  const get = (path: string) => {
    if (live.down) return Promise.reject(new Error('offline'))
    if (path.endsWith('latest.json')) live.requests++
    const body = path.endsWith('latest.json') ? { id: live.id } : { id: live.id, bundle: live.bundle, redirects: [] }
    return Promise.resolve(Response.json(body))
  }
  return { live, get: get as typeof fetch }
}

describe('buildWatch', () => {
  it('treats the first build that it fetches as current', async () => {
    const { get } = server('b1', 'x')
    expect(await buildWatch('x', () => 0, get).check()).toMatchObject({ id: 'b1', stale: false })
  })

  it('sends at most one request a minute', async () => {
    let now = 0
    const { live, get } = server('b1', 'x')
    const watch = buildWatch('x', () => now, get)
    await Promise.all([watch.check(), watch.check()])
    now = 59_999
    await watch.check()
    expect(live.requests).toBe(1)
    now = 60_000
    await watch.check()
    expect(live.requests).toBe(2)
  })

  it('goes stale when a newer build is live', async () => {
    let now = 0
    const { live, get } = server('b1', 'x')
    const watch = buildWatch('x', () => now, get)
    await watch.check()
    live.id = 'b2'
    now = 60_000
    expect(await watch.check()).toMatchObject({ id: 'b2', stale: true })
  })

  it('is stale from the start when the live build was rendered with another bundle', async () => {
    const { get } = server('b1', 'y')
    expect((await buildWatch('x', () => 0, get).check()).stale).toBe(true)
  })

  it('keeps the known build if the request fails', async () => {
    let now = 0
    const { live, get } = server('b1', 'x')
    const watch = buildWatch('x', () => now, get)
    await watch.check()
    live.down = true
    now = 60_000
    expect(await watch.check()).toMatchObject({ id: 'b1', stale: false })
  })
})

import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { visibleShifts, recordShifts } from './support/shifts'
import { storefronts } from './support/storefronts'
import { test } from './support/visit'

/** The start of a document's second half. The first half is painted first, unless rendering is blocked. */
const middle = '</h1>'

let server: Server
let port: number

/** Starts a proxy of the real server that delays the second half of documents, as a bad connection does. */
beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const { url, method, headers } = incoming
    const forwarded = request({
      port: inject('port'),
      path: url,
      method,
      headers: { ...headers, 'accept-encoding': '' },
    })
    forwarded.on('response', (got) => {
      outgoing.writeHead(got.statusCode ?? 502, got.headers)
      if (!got.headers['content-type']?.startsWith('text/html')) return void got.pipe(outgoing)
      void got.toArray().then(async (chunks: Buffer[]) => {
        const document = Buffer.concat(chunks)
        const at = document.indexOf(middle)
        outgoing.write(document.subarray(0, at))
        await wait(1000)
        outgoing.end(document.subarray(at))
      })
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

test.for(storefronts)(
  'the home of %s has no layout shift if its document arrives in two halves',
  async (deployment, { visit }) => {
    const page = await visit(deployment, {
      baseURL: `http://${deployment}.localhost:${port}`,
      viewport: { width: 360, height: 740 },
    })
    await page.addInitScript(recordShifts)
    await page.goto('/')
    expect(await visibleShifts(page)).toEqual([])
  },
)

// Fallback fonts depend on font and layout: each layout is tested in one language, the marketplace in both.
test.for([
  ...storefronts.map((deployment, turn) => ({ deployment, path: turn % 2 === 0 ? '/ar/' : '/' })),
  { deployment: 'wayfare' as const, path: '/' },
])(
  'the home of $deployment at $path has no layout shift if its fonts load late',
  async ({ deployment, path }, { visit }) => {
    const page = await visit(deployment, { viewport: { width: 360, height: 740 } })
    await page.addInitScript(recordShifts)
    await page.route('**/*.woff2', async (route) => {
      await wait(1000)
      await route.continue()
    })
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    expect(await visibleShifts(page)).toEqual([])
  },
)

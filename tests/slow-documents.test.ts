import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { visibleShifts, recordShifts } from './support/shifts'
import { storefronts } from './support/storefronts'
import { test } from './support/visit'

/** Where a document's second half begins: what stands above it is painted first, unless painting waits. */
const middle = '</h1>'

let server: Server
let port: number

/** The real server, but for its documents: their second half comes late, as over a bad line. */
beforeAll(async () => {
  server = createServer((asked, answer) => {
    const { url, method, headers } = asked
    const onward = request({ port: inject('port'), path: url, method, headers: { ...headers, 'accept-encoding': '' } })
    onward.on('response', (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      if (!got.headers['content-type']?.startsWith('text/html')) return void got.pipe(answer)
      void got.toArray().then(async (chunks: Buffer[]) => {
        const document = Buffer.concat(chunks)
        const at = document.indexOf(middle)
        answer.write(document.subarray(0, at))
        await wait(1000)
        answer.end(document.subarray(at))
      })
    })
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

test.for(storefronts)(
  'the home of %s stays where it is although its document comes in two halves',
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

// What stands in for a font depends on the font and on the layout: each layout in one language, by turns, the marketplace in both.
test.for([
  ...storefronts.map((deployment, turn) => ({ deployment, path: turn % 2 === 0 ? '/ar/' : '/' })),
  { deployment: 'wayfare' as const, path: '/' },
])(
  'the home of $deployment at $path stays where it is although its fonts come late',
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

// Prints which weight of script pages of a folder load in a browser: node scripts.mjs FOLDER PATH...
// A browser is asked for the file; each file that it takes counts once, as gzip. There is no API behind the pages.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}
/** A page has loaded what it will when no further file has come for this long, in ms. */
const quiet = 2000

/** What begins a booking: a button that opens the form, or the form's first choice. */
const booking = '[data-replay="check"]:visible, aside.ticket select'

const [root, ...paths] = process.argv.slice(2)
const sizes = new Map()

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://bench.localhost')
  const file = join(root, normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname)))
  const type = types[extname(file)]
  const body = type && (await readFile(file).catch(() => undefined))
  if (!body) return response.writeHead(404).end()
  if (extname(file) === '.js') sizes.set(pathname, gzipSync(body).length)
  response.writeHead(200, { 'content-type': type }).end(body)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))

const sum = () => [...sizes.values()].reduce((total, size) => total + size, 0)

async function settled(page) {
  for (let before = -1; before !== sizes.size;) {
    before = sizes.size
    await page.waitForTimeout(quiet)
  }
}

const browser = await chromium
  .launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
  .catch((error) => {
    console.error(error.message.split('\n')[0])
    process.exit(1)
  })
try {
  const weights = []
  for (const path of paths) {
    sizes.clear()
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${server.address().port}${path}`, { waitUntil: 'networkidle' })
    await settled(page)
    const atOnce = sum()
    await page.evaluate(async () => {
      for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
        scrollTo({ top: y, behavior: 'instant' })
        await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100)))
      }
    })
    await settled(page)
    const scrolled = sum()
    await page.locator(booking).first().click()
    await settled(page)
    weights.push({ atOnce, scrolled, booking: sum() })
    await context.close()
  }
  console.log(JSON.stringify(weights))
} finally {
  await browser.close()
  server.close()
}

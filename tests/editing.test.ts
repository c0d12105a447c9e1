import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { program, repository, smallContent } from './support/build'

const scratch = join(inject('scratch'), 'editing')
const text = join(scratch, 'content/products/dunes/en.md')
let server: ChildProcess
let browser: Browser
let page: Page
const browserMessages: string[] = []

interface ServerEvent {
  event: string
  urls?: string[]
}

/** Starts generate server on a copy of the small catalogue and returns its URL. */
async function startEditing(): Promise<string> {
  await cp(smallContent, join(scratch, 'content'), { recursive: true })
  const flags = ['--json', '--port', '0', '--site', join(repository, 'site/dist')]
  server = spawn(program('generate'), ['server', ...flags], {
    cwd: scratch,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => server.kill())
  for await (const line of createInterface({ input: server.stdout! })) {
    const message = JSON.parse(line) as ServerEvent
    if (message.event === 'ready') {
      server.stdout!.resume()
      return message.urls![0]!
    }
  }
  throw new Error('the server ended before it was ready')
}

beforeAll(async () => {
  const url = await startEditing()
  browser = await chromium.connect(inject('browser'))
  page = await (await browser.newContext()).newPage()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) browserMessages.push(message.text())
  })
  page.on('pageerror', (error) => browserMessages.push(String(error)))
  await page.goto(`http://127.0.0.1:${new URL(url).port}/things-to-do-in-dubai/dunes`)
})

afterAll(async () => {
  await page.close()
  await browser.close()
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  await ended
})

async function rewrite(from: string | RegExp, to: string): Promise<void> {
  await writeFile(text, (await readFile(text, 'utf8')).replace(from, to))
}

const panel = () => page.getByRole('alert', { name: 'Content errors' })

test('an open page shows a saved change and keeps its scroll position', async () => {
  await page.evaluate(() => window.scrollTo(0, 300))
  await rewrite('See also', 'Read on:')
  await page.getByText('Read on:').first().waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300)
})

test('an error panel names the file and the line of a mistake until it is corrected', async () => {
  await rewrite('title: Sunset dunes', 'titel: Sunset dunes')
  await panel().waitFor()
  await expect.poll(() => panel().textContent()).toContain('did you mean "title"?')
  await panel()
    .getByRole('button', { name: /dunes\/en\.md:2:1/ })
    .first()
    .waitFor()
  await rewrite('titel: Sunset dunes', 'title: Dunes at dusk')
  await page.getByRole('heading', { level: 1, name: 'Dunes at dusk' }).waitFor()
  expect(await panel().count()).toBe(0)
})

test('an editor can dismiss the error panel, and later changes still appear', async () => {
  await rewrite('title: Dunes at dusk', 'titel: Dunes at dusk')
  await panel().getByRole('button', { name: 'Dismiss' }).click()
  expect(await panel().count()).toBe(0)
  await rewrite('titel: Dunes at dusk', 'title: Dunes by night')
  await page.getByRole('heading', { level: 1, name: 'Dunes by night' }).waitFor()
  expect(browserMessages).toEqual([])
})

test('an open page with an Arabic address shows a saved change', async () => {
  const tab = await page.context().newPage()
  await rewrite('title: Dunes by night', 'slug: كثبان\ntitle: Dunes by night')
  await expect
    .poll(async () => (await tab.goto(new URL('/things-to-do-in-dubai/كثبان', page.url()).href))?.status())
    .toBe(200)
  await rewrite('title: Dunes by night', 'title: Dunes in moonlight')
  await tab.getByRole('heading', { level: 1, name: 'Dunes in moonlight' }).waitFor({ timeout: 10_000 })
  await rewrite('slug: كثبان\ntitle: Dunes in moonlight', 'title: Dunes by night')
  await page.getByRole('heading', { level: 1, name: 'Dunes by night' }).waitFor()
  await tab.close()
})

test('eight tabs can be open at once, and a visible one shows a saved change', async () => {
  const tabs: Page[] = []
  // A browser opens at most six connections to a host; headless, it regards every tab as visible.
  for (let n = 0; n < 8; n++) {
    for (const tab of tabs) {
      await tab.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
    }
    const tab = await page.context().newPage()
    await tab.goto(page.url(), { timeout: 10_000 })
    tabs.push(tab)
  }
  await rewrite('title: Dunes by night', 'title: Dunes at noon')
  await page.getByRole('heading', { level: 1, name: 'Dunes at noon' }).waitFor()
  // A background tab shows the change once it is visible.
  const first = tabs[0]!
  await first.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await first.getByRole('heading', { level: 1, name: 'Dunes at noon' }).waitFor()
  for (const tab of tabs) await tab.close()
})

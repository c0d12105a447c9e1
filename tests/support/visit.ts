import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core'
import { expect, inject, test as base } from 'vitest'
import { repository } from './build'
import { trackRequests } from './quiet'
import { origin, type Deployment } from './storefronts'

declare global {
  interface Window {
    /** How far the test has put this page's clock forward, in milliseconds. */
    ahead?: number
  }
}

interface VisitOptions extends BrowserContextOptions {
  /** What may go wrong in this visit, because the test makes it go wrong: matched against each error. */
  expected?: RegExp
}

export interface Fixtures {
  /** Opens a storefront in a browser of its own; at the end of the test it must have no browser errors. */
  visit: (deployment: Deployment, options?: VisitOptions) => Promise<Page>
}

/** Where the pages of failed tests are kept. */
const failures = join(repository, '.screenshots/failures')

let browser: Promise<Browser> | undefined

export const test = base.extend<Fixtures>({
  visit: async ({ task, onTestFinished }, use) => {
    const pages: Page[] = []
    const browserErrors: string[] = []
    // Not at the end of the fixture: vitest repeats an error from there in the second try, which then always fails.
    onTestFinished(() => expect(browserErrors, 'errors in the browser').toEqual([]))
    await use(async (deployment, { expected, ...options } = {}) => {
      browser ??= chromium.connect(inject('browser'))
      const context = await (
        await browser
      ).newContext({ baseURL: origin(deployment), viewport: { width: 1280, height: 800 }, ...options })
      context.setDefaultTimeout(90_000) // ends what hangs, as the configuration's do
      const page = await context.newPage()
      pages.push(page)
      trackRequests(page)
      reportErrors(page, options.javaScriptEnabled !== false, (trouble) => {
        if (!expected?.test(trouble)) browserErrors.push(trouble)
      })
      return page
    })
    if (task.result?.state === 'fail' || browserErrors.length > 0)
      await saveFailure(pages, `${task.file.name} ${task.fullTestName}`, browserErrors)
    await Promise.all(pages.map((page) => page.context().close()))
  },
})

/**
 * Saves what a failed test's pages show: a picture, and the document with its address and the errors in the browser.
 * Prints their addresses and the errors that a visitor reads there.
 */
async function saveFailure(pages: Page[], name: string, troubles: string[]): Promise<void> {
  await mkdir(failures, { recursive: true })
  for (const [at, page] of pages.entries()) {
    const shown = await page.locator('[role=alert], .field-error').allInnerTexts().catch(String)
    console.error(`${name}: ${page.url()} shows`, shown, troubles)
    const path = join(failures, `${name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 150)}-${at + 1}`)
    const notes = [page.url(), ...troubles].join('\n').replaceAll('--', '- -')
    // A page that hangs or was closed is left out: the test's own error must not be lost.
    await page.screenshot({ path: `${path}.png`, timeout: 10_000 }).catch(() => {})
    await page.content().then(
      (html) => writeFile(`${path}.html`, `<!--\n${notes}\n-->\n${html}`),
      () => {},
    )
  }
}

/** Reports what a visitor's developer tools would show in red. */
function reportErrors(page: Page, scripts: boolean, report: (trouble: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => report(`error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The visitor went on before it came; or scripts are off, and what is preloaded of them counts as refused.
    if (!reason.includes('ERR_ABORTED') && (scripts || reason !== 'csp')) report(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) report(`answer ${response.status()}: ${response.url()}`)
  })
}

/** Marks the open document; a navigation that loads a new document loses the mark. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
}

export async function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'sameDocument' in window)
}

/** Hovers over a link until its page has been prefetched. */
export async function hoverUntilPrefetched(page: Page, link: Locator): Promise<void> {
  const path = new URL(await link.evaluate((anchor) => (anchor as HTMLAnchorElement).href)).pathname
  const payload = `${path === '/' ? '' : path}/_payload.json`
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0)
      await link.hover()
      return page
        .waitForFunction(hasFetched, payload, { timeout: 500 })
        .then(() => true)
        .catch(() => false)
    })
    .toBe(true)
}

function hasFetched(path: string): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === path)
}

/** Installs a clock in the page and its later documents; call it before the first. Returns a function that sets it ahead. */
export async function installClock(page: Page): Promise<(milliseconds: number) => Promise<void>> {
  let ahead = 0
  await page.addInitScript(() => {
    const { now } = Date
    Date.now = () => now() + (window.ahead ?? 0)
  })
  return async (milliseconds) => {
    ahead += milliseconds
    await page.addInitScript(setClockAhead, ahead)
    await page.evaluate(setClockAhead, ahead)
  }
}

function setClockAhead(ahead: number): void {
  window.ahead = ahead
}

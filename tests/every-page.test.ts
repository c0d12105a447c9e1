import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Kind } from '../site/lib/payload.gen'
import { objections, themes } from './support/axe'
import { overflowing } from './support/overflow'
import { quiet } from './support/quiet'
import { shifted, watchShifts } from './support/shifts'
import { languagesOf, storefronts, type AnyLanguage, type Deployment } from './support/storefronts'
import { addressOf, kinds, onePage } from './support/tree'
import { test } from './support/visit'

declare global {
  interface Window {
    /** How many requests of the API are held back. */
    late: number
  }
}

/** How pages are looked at. */
const looks = [360, 1280].flatMap((width) => themes.map((theme) => ({ width, theme })))
/** Every page in every look; without it a page of each kind is looked at once a storefront, by turns of language and look. */
const everyLook = process.env.ALL === '1'
/** The narrowest phones: the specification's xs, and the commonest. */
const narrow = [320, 360]
/** How much longer, in milliseconds, requests of the API take here, so that a stand-in is painted before what replaces it. */
const late = 300

/** Returns the looks that are a page's turn: every layout and every kind of page meet them all, in every language. */
function looksOf(deployment: Deployment, language: AnyLanguage, kind: Kind): typeof looks {
  if (everyLook) return looks
  const turn = kinds.indexOf(kind) + storefronts.indexOf(deployment)
  const spoken = languagesOf(deployment)
  if (spoken[turn % spoken.length] !== language) return []
  return looks.slice(Math.floor(turn / spoken.length) % looks.length).slice(0, 1)
}

// Side by side, since this is most of the time that all tests take.
describe.concurrent.each(storefronts)('%s', (deployment) => {
  test.for(languagesOf(deployment))(
    'every kind of page in %s is accessible, needs no scrolling sideways and moves nothing by itself',
    { timeout: 240_000 },
    async (language, { visit }) => {
      const page = await visit(deployment, { expected: /404/, viewport: { width: 360, height: 740 } })
      await page.addInitScript(watchShifts)
      await page.addInitScript(answerLate, late)
      const found: string[] = []
      for (const kind of kinds) {
        await page.setViewportSize({ width: 360, height: 740 })
        await page.goto(addressOf(onePage(deployment, language, kind)))
        do await quiet(page)
        while (await page.evaluate(() => window.late))
        const wrong = [
          ...(await shifted(page)),
          ...(await tooWide(page)),
          ...(await inaccessible(page, looksOf(deployment, language, kind))),
        ]
        found.push(...wrong.map((what) => `${kind} ${what}`))
      }
      expect(found).toEqual([])
    },
  )
})

/**
 * Delays requests of the API in the page itself, since a route of Playwright's would turn off the cache. Call it before
 * the page navigates.
 */
function answerLate(late: number): void {
  window.late = 0
  const { fetch } = window
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes('/api/v1/')) return fetch(input, init)
    window.late++
    await new Promise((passed) => setTimeout(passed, late))
    window.late--
    return fetch(input, init)
  }
}

async function tooWide(page: Page): Promise<string[]> {
  const wide: string[] = []
  for (const width of narrow) {
    await page.setViewportSize({ width, height: 740 })
    const over = await page.evaluate(overflowing)
    if (over.length > 0) wide.push(`at ${width} scrolls sideways: ${over.join(', ')}`)
  }
  return wide
}

async function inaccessible(page: Page, seen: typeof looks): Promise<string[]> {
  const found: string[] = []
  for (const { width, theme } of seen) {
    await page.setViewportSize({ width, height: 800 })
    const objected = await objections(page, theme, { whole: seen.length === 1 })
    found.push(...objected.map((objection) => `at ${width}: ${objection}`))
  }
  return found
}

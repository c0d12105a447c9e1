import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Kind } from '../site/lib/payload.gen'
import { axeViolations, themes } from './support/axe'
import { headerPartsOffScreen, wideElements } from './support/overflow'
import { waitUntilIdle } from './support/quiet'
import { visibleShifts, recordShifts } from './support/shifts'
import { languagesOf, storefronts, type AnyLanguage, type Deployment } from './support/storefronts'
import { addressOf, kinds, findPage } from './support/tree'
import { test } from './support/visit'

declare global {
  interface Window {
    /** The number of API requests that are being delayed. */
    apiDelay: number
  }
}

/** The widths and themes in which axe tests pages. */
const looks = [360, 1280].flatMap((width) => themes.map((theme) => ({ width, theme })))
/** Whether axe tests every page in every language and look; otherwise it tests each kind once a storefront. */
const everyLook = process.env.ALL === '1'
/** Kinds with a design of their own in each layout; the others differ by header, footer and words. */
const drawnByLayout: Kind[] = ['home', 'listing', 'product']
/** Kinds that are tested with enlarged text at the marketplace; other storefronts test the home. */
const kindsEnlarged: Kind[] = ['home', 'listing', 'product', 'cart']
/** The narrowest phones: the specification's xs, and the commonest. */
const narrowWidths = [320, 360]
/** The delay of API requests in milliseconds, so that a fallback is painted before the content that replaces it. */
const late = 300
/** The longest time for a page in milliseconds, many times what a slow machine needs. */
const visitTimeout = 60_000

interface Visit {
  kind: Kind
  /** The looks in which axe tests it. */
  seen: typeof looks
}

/**
 * Returns the kinds of pages to visit of a storefront in a language: all kinds of the marketplace; of other storefronts
 * those that the layout draws and every second of the others. Languages and looks alternate between the kinds.
 */
function visitsOf(deployment: Deployment, language: AnyLanguage): Visit[] {
  if (everyLook) return kinds.map((kind) => ({ kind, seen: looks }))
  const offered = languagesOf(deployment)
  return kinds.flatMap((kind, index) => {
    const place = index + storefronts.indexOf(deployment)
    const always = deployment === 'wayfare' || drawnByLayout.includes(kind)
    if (!always && place % 2 === 1) return []
    const turn = always ? place : place / 2
    const look = (turn + Math.floor(turn / looks.length)) % looks.length
    if (offered[turn % offered.length] === language) return [{ kind, seen: looks.slice(look, look + 1) }]
    return always ? [{ kind, seen: [] }] : []
  })
}

// Concurrent, since these tests take the longest.
describe.concurrent.each(storefronts)('%s', (deployment) => {
  for (const language of languagesOf(deployment)) {
    const visits = visitsOf(deployment, language)
    test(
      `every kind of page in ${language} passes axe, does not scroll sideways and does not shift`,
      { timeout: visits.length * visitTimeout },
      async ({ visit }) => {
        const page = await visit(deployment, { expected: /404/, viewport: { width: 360, height: 740 } })
        await page.addInitScript(recordShifts)
        await page.addInitScript(delayApi, late)
        const found: string[] = []
        for (const { kind, seen } of visits) {
          await page.setViewportSize({ width: 360, height: 740 })
          await page.goto(addressOf(findPage(deployment, language, kind)))
          found.push(...(await faults(page, deployment, kind, seen)).map((what) => `${kind} ${what}`))
        }
        expect(found).toEqual([])
      },
    )
  }
})

/** Returns the faults of a page that has just been opened. */
async function faults(page: Page, deployment: Deployment, kind: Kind, seen: typeof looks): Promise<string[]> {
  do await waitUntilIdle(page)
  while (await page.evaluate(() => window.apiDelay))
  return [
    ...(await visibleShifts(page)),
    ...(await tooWide(page)),
    ...((deployment === 'wayfare' ? kindsEnlarged : ['home']).includes(kind) ? await tooWideEnlarged(page) : []),
    ...(await inaccessible(page, seen)),
  ]
}

/**
 * Delays requests of the API in the page itself, since a route of Playwright's would turn off the cache. Call it before
 * the page navigates.
 */
function delayApi(late: number): void {
  window.apiDelay = 0
  const { fetch } = window
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes('/api/v1/')) return fetch(input, init)
    window.apiDelay++
    await new Promise((passed) => setTimeout(passed, late))
    window.apiDelay--
    return fetch(input, init)
  }
}

async function tooWide(page: Page): Promise<string[]> {
  const wide: string[] = []
  for (const width of narrowWidths) {
    await page.setViewportSize({ width, height: 740 })
    const over = await page.evaluate(wideElements)
    if (over.length > 0) wide.push(`at ${width} scrolls sideways: ${over.join(', ')}`)
    const beside = await page.evaluate(headerPartsOffScreen)
    if (beside.length > 0) wide.push(`at ${width} has beside the screen: ${beside.join(', ')}`)
  }
  return wide
}

/** Returns a fault if the page is wider than a phone with text at 150% or 200%. */
async function tooWideEnlarged(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 })
  const widths = await page.evaluate(async () => {
    const { documentElement: root } = document
    const found: number[] = []
    for (const size of ['150%', '200%', '']) {
      root.style.fontSize = size
      await new Promise((painted) => requestAnimationFrame(painted))
      found.push(root.scrollWidth)
    }
    return found
  })
  const widest = Math.max(...widths)
  return widest > 360 ? [`is ${widest} wide with large text`] : []
}

async function inaccessible(page: Page, seen: typeof looks): Promise<string[]> {
  const found: string[] = []
  for (const { width, theme } of seen) {
    await page.setViewportSize({ width, height: 800 })
    const violations = await axeViolations(page, theme, { allRules: seen.length === 1 })
    found.push(...violations.map((violation) => `at ${width}: ${violation}`))
  }
  return found
}

import { gzipSync } from 'node:zlib'
import type { Locator, Page, Response } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import type { Kind } from '../site/lib/payload.gen'
import { fontBudget, kB, scriptBudget, scriptInUse, styleBudget } from './support/budgets'
import { openTicket } from './support/booking'
import { waitUntilIdle } from './support/quiet'
import { addressOf, findPage, isOnSale } from './support/tree'
import { languages, listingPath, pathIn, messages, type Language } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { test } from './support/visit'

interface Weight {
  script: number
  style: number
  font: number
}

/** Returns the bytes that a page loads; `reach` opens the page and brings it to the state to measure. */
async function weigh(page: Page, reach: () => Promise<unknown>): Promise<Weight> {
  const bodies: Promise<[kind: string, size: number]>[] = []
  const note = (response: Response) => {
    const kind = response.request().resourceType()
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return
    bodies.push(response.body().then((body) => [kind, kind === 'font' ? body.length : gzipSync(body).length]))
  }
  page.on('response', note)
  await reach()
  await waitUntilIdle(page)
  page.off('response', note) // a later response may still be loading when the page is closed
  const sizes = await Promise.all(bodies)
  const sum = (wanted: string) => sizes.reduce((total, [kind, size]) => (kind === wanted ? total + size : total), 0)
  return { script: sum('script'), style: sum('stylesheet'), font: sum('font') }
}

const kinds: Kind[] = ['home', 'faq', 'listing', 'product', 'cart', 'checkout', 'search']

function pathOf(language: Language, kind: Kind): string {
  if (kind === 'product') return addressOf(findPage('wayfare', language, kind, isOnSale))
  return addressOf(findPage('wayfare', language, kind))
}

/** Elements that a page shows once its islands have mounted without being used. */
const mounted: Partial<Record<Kind, (page: Page) => Locator>> = {
  // The document's own notice of an empty cart is nested deeper.
  cart: (page) => page.locator('[data-island=cart] > .empty'),
  checkout: (page) => page.locator('[data-island=checkout] > .empty'),
}

const uses: Record<keyof typeof scriptInUse, (page: Page, language: Language) => Promise<unknown>> = {
  'a listing with filters in its URL': async (page, language) => {
    await page.goto(`${pathIn(language, listingPath.wayfare)}?sort=price`)
    await page.locator('.card-grid:visible .card-title').first().waitFor()
  },
  'search results': async (page, language) => {
    await page.goto(pathIn(language, '/search/desert'))
    await page.locator('.card-title').first().waitFor()
  },
  'a contact form on screen': async (page, language) => {
    await page.goto(pathOf(language, 'contact'))
    await page.getByRole('button', { name: messages[language].contact.send }).waitFor()
  },
  'a booking form in use': async (page, language) => {
    await page.goto(pathOf(language, 'product'))
    await openTicket(page, language)
  },
}

const rows: string[] = []
function row(what: string, script: number, budget: number): void {
  rows.push(`| ${what} | ${(script / kB).toFixed(1)} | ${budget / kB} |`)
}

describe.each(languages)('the budgets of pages in %s', (language) => {
  // The fonts of each language are weighed on every page in weights.test.ts. The table has all.
  test.for(process.env.BUDGETS === '1' ? kinds : alternatingTests(language).casesOfLanguage(kinds))(
    'a page of kind %s loads no more script, style and fonts than its budgets allow',
    async (kind, { visit }) => {
      const page = await visit('wayfare')
      const weight = await weigh(page, async () => {
        await page.goto(pathOf(language, kind))
        await mounted[kind]?.(page).waitFor()
      })
      row(`${kind}, ${language}`, weight.script, scriptBudget(kind))
      expect(weight.script, 'script').toBeGreaterThan(0)
      expect(weight.script, 'script').toBeLessThanOrEqual(scriptBudget(kind))
      expect(weight.style, 'style').toBeLessThanOrEqual(styleBudget)
      expect(weight.font, 'fonts').toBeLessThanOrEqual(fontBudget[language])
    },
  )
})

test.for(Object.entries(scriptInUse) as [keyof typeof scriptInUse, number][])(
  '%s loads no more script than its budget allows',
  async ([what, budget], { visit }) => {
    const page = await visit('wayfare')
    const { script } = await weigh(page, () => uses[what](page, 'en'))
    row(what, script, budget)
    expect(script).toBeLessThanOrEqual(budget)
  },
)

afterAll(() => {
  if (process.env.BUDGETS !== '1') return
  console.log(['| kB, in a browser | script | budget |', '|---|---|---|', ...rows].join('\n'))
})

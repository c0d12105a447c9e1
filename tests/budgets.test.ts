import { gzipSync } from 'node:zlib'
import type { Locator, Page, Response } from 'playwright-core'
import { describe, expect } from 'vitest'
import { quiet } from './support/quiet'
import { addressOf, onePage, onSale } from './support/tree'
import { languages, pathIn, words, type Language } from './support/storefronts'
import { test } from './support/visit'

const kB = 1000

const asked = ['home', 'faq', 'listing', 'product', 'cart', 'checkout', 'contact'] as const
type Asked = (typeof asked)[number]

/** Script on first load, gzip: the promises of what visitors see. */
const scriptBudget: Record<Asked, number> = {
  faq: 10 * kB,
  home: 80 * kB,
  listing: 80 * kB,
  product: 10 * kB,
  // From the cart on it is React that the visitor works with.
  cart: 120 * kB,
  contact: 120 * kB,
  checkout: 130 * kB,
}
/** Filters and search results, which are plain DOM. */
const resultsBudget = 56 * kB
const styleBudget = 20 * kB
const fontBudget: Record<Language, number> = { en: 70 * kB, ar: 115 * kB }

interface Weight {
  script: number
  style: number
  font: number
}

/**
 * What a page takes from the line before anyone touches it; fonts as they are, the rest as gzip. `awake` is there once its
 * islands have woken by themselves.
 */
async function weigh(page: Page, path: string, awake?: Locator): Promise<Weight> {
  const bodies: Promise<[kind: string, size: number]>[] = []
  const note = (response: Response) => {
    const kind = response.request().resourceType()
    if (kind !== 'script' && kind !== 'stylesheet' && kind !== 'font') return
    bodies.push(response.body().then((body) => [kind, kind === 'font' ? body.length : gzipSync(body).length]))
  }
  page.on('response', note)
  await page.goto(path)
  await quiet(page)
  await awake?.waitFor()
  page.off('response', note) // what comes later may still be on its way when the page is closed
  const sizes = await Promise.all(bodies)
  const sum = (wanted: string) => sizes.reduce((total, [kind, size]) => (kind === wanted ? total + size : total), 0)
  return { script: sum('script'), style: sum('stylesheet'), font: sum('font') }
}

/** What is there once a page's islands have woken by themselves. */
const awake: Partial<Record<Asked, (page: Page, t: (typeof words)[Language]) => Locator>> = {
  // What the document itself says of an empty cart stands deeper.
  cart: (page) => page.locator('[data-island=cart] > .empty'),
  checkout: (page) => page.locator('[data-island=checkout] > .empty'),
  contact: (page, t) => page.getByRole('button', { name: t.contact.send }),
}

function pathOf(language: Language, kind: Asked): string {
  if (kind === 'product') return addressOf(onePage('wayfare', language, kind, onSale))
  return addressOf(onePage('wayfare', language, kind))
}

// weights.test.ts has every page of every storefront by its files; here is what a browser really asks for.
describe.each(languages)('in %s', (language) => {
  test.for(asked)('%s comes within its budget', async (kind, { visit }) => {
    const page = await visit('wayfare')
    const weight = await weigh(page, pathOf(language, kind), awake[kind]?.(page, words[language]))
    expect(weight.script, 'script').toBeGreaterThan(0)
    expect(weight.script, 'script').toBeLessThanOrEqual(scriptBudget[kind])
    expect(weight.style, 'style').toBeLessThanOrEqual(styleBudget)
    expect(weight.font, 'fonts').toBeLessThanOrEqual(fontBudget[language])
  })

  test('filters in the address, and a search, come without React and within their budget', async ({ visit }) => {
    const listing = `${pathOf(language, 'listing')}?pickup=1&sort=price`
    const search = pathIn(language, `/search/${encodeURIComponent({ en: 'desert', ar: 'صحراء' }[language])}`)
    for (const path of [listing, search]) {
      const page = await visit('wayfare')
      const { script } = await weigh(page, path, page.locator('.results .card').first())
      expect(script, path).toBeLessThanOrEqual(resultsBudget)
    }
  })
})

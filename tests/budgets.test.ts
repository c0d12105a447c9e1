import { gzipSync } from 'node:zlib'
import type { Locator, Page, Response } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Kind } from '../site/lib/payload.gen'
import { addressOf, kinds, onePage, onSale } from './support/tree'
import { deployments, languages, words, type Deployment, type Language } from './support/storefronts'
import { test } from './support/visit'

const kB = 1000

/** Script on first load, gzip: the promises of what visitors see. */
const scriptBudget: Partial<Record<Kind, number>> = {
  blog: 10 * kB,
  post: 10 * kB,
  faq: 10 * kB,
  home: 80 * kB,
  listing: 80 * kB,
  product: 100 * kB,
  // From the cart on it is React that the visitor works with.
  cart: 120 * kB,
  checkout: 150 * kB,
  result: 120 * kB,
  invoices: 120 * kB,
  'reset-password': 120 * kB,
  contact: 120 * kB,
}
const otherPages = 80 * kB
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
  await page.goto(path, { waitUntil: 'networkidle' })
  await awake?.waitFor()
  page.off('response', note) // what comes later may still be on its way when the page is closed
  const sizes = await Promise.all(bodies)
  const sum = (wanted: string) => sizes.reduce((total, [kind, size]) => (kind === wanted ? total + size : total), 0)
  return { script: sum('script'), style: sum('stylesheet'), font: sum('font') }
}

/** What is there once a page's islands have woken by themselves. */
const awake: Partial<Record<Kind, (page: Page, t: (typeof words)[Language]) => Locator>> = {
  // The ticket's link becomes a button.
  product: (page, t) => page.getByRole('button', { name: t.ticket.check }),
  cart: (page, t) => page.getByRole('heading', { name: t.cart.empty }),
  checkout: (page, t) => page.getByRole('heading', { name: t.checkout.empty }),
  result: (page, t) => page.getByRole('heading', { name: t.result.unknown }),
  invoices: (page, t) => page.getByRole('main').getByRole('button', { name: t.account.signIn }),
  'reset-password': (page, t) => page.getByRole('button', { name: t.account.sendLink }),
  contact: (page, t) => page.getByRole('button', { name: t.contact.send }),
}

function pathOf(deployment: Deployment, language: Language, kind: Kind): string {
  if (kind === 'product') return addressOf(onePage(deployment, language, kind, onSale))
  return addressOf(onePage(deployment, language, kind))
}

describe.each(deployments)('%s', (deployment) => {
  describe.each(languages)('in %s', (language) => {
    test.for(kinds.filter((kind) => deployment === 'wayfare' || scriptBudget[kind]))(
      'keeps %s within its budget',
      async (kind, { visit }) => {
        const page = await visit(deployment, { expected: /404/ })
        const weight = await weigh(page, pathOf(deployment, language, kind), awake[kind]?.(page, words[language]))
        expect(weight.script, 'script').toBeGreaterThan(0)
        expect(weight.script, 'script').toBeLessThanOrEqual(scriptBudget[kind] ?? otherPages)
        expect(weight.style, 'style').toBeLessThanOrEqual(styleBudget)
        expect(weight.font, 'fonts').toBeLessThanOrEqual(fontBudget[language])
      },
    )
  })
})

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ProductCard } from '../../site/lib/payload.gen'
import { messages, type Deployment, type Language } from './storefronts'
import { pagesOf } from './tree'

/** Every card of a listing, in its order. */
export function cardsOf(deployment: Deployment, language: Language, base: string): ProductCard[] {
  const lists = pagesOf(deployment).flatMap(({ payload }) =>
    payload.kind === 'listing' && payload.locale === language && payload.base === base ? [payload] : [],
  )
  return lists.sort((a, b) => a.number - b.number).flatMap(({ cards }) => cards)
}

/** Returns the titles of cards sorted by a value; products that cannot be booked come last. */
export function titlesInOrder(cards: ProductCard[], value: (card: ProductCard) => number = () => 0): string[] {
  const closed = (card: ProductCard) => Number(card.status !== 'AVAILABLE')
  return [...cards].sort((a, b) => closed(a) - closed(b) || value(a) - value(b) || 0).map(({ title }) => title)
}

export const priceOf = (card: ProductCard) => (card.price ? card.price.amount / 10 ** card.price.exponent : Infinity)
export const minutesOf = ({ duration: { minutes = 0, nights = 0 } }: ProductCard) => minutes + nights * 1440
export const average = (card: ProductCard) => card.rating?.average ?? 0

/** A listing and its filters, as a visitor uses them. */
export class Finder {
  readonly page: Page
  readonly t: (typeof messages)[Language]

  constructor(page: Page, language: Language) {
    this.page = page
    this.t = messages[language]
  }

  get bar(): Locator {
    return this.page.getByRole('group', { name: this.t.finder.bar })
  }

  get titles(): Locator {
    return this.page.getByRole('main').locator('.card-grid:visible .card-title')
  }

  get panel(): Locator {
    return this.page.getByRole('dialog')
  }

  /** Opens the panel of a filter by its button, whatever is set. */
  async open(tool: string): Promise<Locator> {
    await this.bar.locator(`[data-replay="${tool}"]`).click()
    await this.panel.waitFor()
    return this.panel
  }

  /** Chooses in a panel and closes it. */
  async choose(tool: string, choice: string | RegExp): Promise<void> {
    const panel = await this.open(tool)
    await panel.getByLabel(choice).first().check()
    await panel.getByRole('button').last().click()
    await panel.waitFor({ state: 'detached' })
  }

  /** Chooses a day of next month, on which most can be booked. */
  async pickDay(): Promise<void> {
    const panel = await this.open('date')
    const next = new Date()
    next.setUTCMonth(next.getUTCMonth() + 1, 15)
    await panel.getByLabel(this.t.search.date).fill(next.toISOString().slice(0, 10))
    await this.page.waitForURL((url) => url.searchParams.has('date'))
    await panel.getByRole('button').last().click()
    await panel.waitFor({ state: 'detached' })
  }

  async press(label: string): Promise<void> {
    await this.bar.getByRole('button', { name: label, exact: true }).click()
  }

  /** Expects the titles of the first page of results, and their number in the heading. */
  async expectTitles(titles: string[]): Promise<void> {
    await expect.poll(() => this.titles.allTextContents()).toEqual(titles.slice(0, 24))
    if (titles.length > 0) await this.heading(titles.length).waitFor()
  }

  heading(total: number): Locator {
    return this.page.getByRole('heading', { level: 2, name: new RegExp(`^${this.count(total)}$`) })
  }

  count(total: number): string {
    const { listing } = this.t
    const rule = new Intl.PluralRules(this.t === messages.ar ? 'ar' : 'en').select(total)
    const plurals: Record<string, string> = listing
    return (plurals[`count_${rule}`] ?? listing.count_other).replace('{{n}}', String(total))
  }

  async query(): Promise<Record<string, string>> {
    return Object.fromEntries(new URL(this.page.url()).searchParams)
  }
}

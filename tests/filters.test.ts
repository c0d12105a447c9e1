import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { components } from '../site/features/http/api.gen'
import type { ProductCard } from '../site/lib/payload.gen'
import { axeViolations, openDialogSelector } from './support/axe'
import { callApi } from './support/booking'
import { average, cardsOf, Finder, titlesInOrder, minutesOf, priceOf } from './support/finder'
import { deployments, languages, listingPath, pathIn, messages } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { markDocument, test } from './support/visit'

const api = '**/api/v1/**'
/** Matches the browser's errors about requests that a test aborts. */
const blockedRequest = /ERR_FAILED|503/

/** Aborts requests of the API; the returned function lets them through again. */
async function blockApi(page: Page): Promise<() => Promise<void>> {
  await page.route(api, (route) => route.abort())
  return () => page.unroute(api)
}

/**
 * Returns the slugs of products with free cancellation if their earliest start is booked now. Only the server knows them,
 * since they change with the hour. They must include the products that pages mark as free to cancel at any time.
 */
async function cancellableNow(page: Page): Promise<Set<string>> {
  const found = await callApi<components['schemas']['SearchResults']>(
    page,
    'GET',
    '/search?freeCancellation=true&pageSize=100',
  )
  expect(found.total, 'all fit on one page').toBeLessThanOrEqual(100)
  const slugs = new Set(found.products.map(({ slug }) => slug))
  const always = cardsOf('wayfare', 'en', listingPath.wayfare).filter(
    ({ freeCancellation, status }) => freeCancellation && status === 'AVAILABLE',
  )
  expect(always.map(({ slug }) => slug).filter((slug) => !slugs.has(slug))).toEqual([])
  return slugs
}

describe.each(languages)('listing filters in %s', (language) => {
  const { testInOneLanguage, casesOfLanguage } = alternatingTests(language)
  const t = messages[language]
  const base = listingPath.wayfare
  const path = pathIn(language, base)
  const all = () => cardsOf('wayfare', language, base)

  testInOneLanguage(
    'each filter shows only the products that match it, and is written to the URL',
    async ({ visit }) => {
      const page = await visit('wayfare')
      const finder = new Finder(page, language)
      const expectFiltered = async (part: Record<string, string>, wanted: (card: ProductCard) => boolean) => {
        await finder.expectTitles(titlesInOrder(all().filter(wanted)))
        expect(await finder.query()).toEqual(part)
        await page.getByRole('button', { name: t.finder.clearAll, exact: true }).click()
        await finder.heading(all().length).waitFor()
        expect(await finder.query()).toEqual({})
      }
      await page.goto(path)

      await finder.choose('length', t.finder.lengths.short)
      await expectFiltered({ duration: 'short' }, (card) => minutesOf(card) <= 180)
      await finder.choose('length', t.finder.lengths.days)
      await expectFiltered({ duration: 'days' }, (card) => minutesOf(card) >= 1440)
      await finder.choose('rating', /^4[.]5/)
      await expectFiltered({ rating: '4.5' }, (card) => average(card) >= 4.5)
      const german = new Intl.DisplayNames(language === 'ar' ? 'ar-AE' : 'en-GB', { type: 'language' }).of('de') ?? ''
      await finder.choose('guides', new RegExp(german))
      await expectFiltered({ language: 'de' }, ({ guides = [] }) => guides.includes('de'))
      await finder.press(t.card.pickup)
      await expectFiltered({ pickup: '1' }, ({ pickup }) => pickup === true)
      await finder.press(t.card.freeCancellation)
      const free = await cancellableNow(page)
      await expectFiltered({ free: '1' }, ({ slug }) => free.has(slug))
      const panel = await finder.open('price')
      await panel.getByLabel(t.finder.least).fill('200')
      // As an Arabic keyboard writes it.
      await panel.getByLabel(t.finder.most).fill('٤٠٠')
      await page.waitForURL((url) => url.searchParams.get('price') === '200-400')
      await page.keyboard.press('Escape')
      await expectFiltered(
        { price: '200-400', currency: 'AED' },
        (card) => priceOf(card) >= 200 && priceOf(card) <= 400,
      )
    },
  )

  testInOneLanguage('each sort order sorts the products, and is written to the URL', async ({ visit }) => {
    const page = await visit('wayfare')
    const finder = new Finder(page, language)
    await page.goto(path)
    const orders: [keyof typeof t.finder.sorts, (card: ProductCard) => number][] = [
      ['price', priceOf],
      ['-price', (card) => (card.price ? -priceOf(card) : Infinity)],
      ['duration', (card) => minutesOf(card) || Infinity],
      ['-duration', (card) => -minutesOf(card) || Infinity],
      ['-rating', (card) => -average(card)],
    ]
    for (const [sort, value] of orders) {
      await finder.choose('sort', t.finder.sorts[sort])
      await finder.expectTitles(titlesInOrder(all(), value))
      expect(await finder.query()).toEqual({ sort })
    }
  })

  testInOneLanguage(
    'filters combine, are removed one by one, and survive Back, Forward and a reload',
    async ({ visit }) => {
      const page = await visit('wayfare')
      const finder = new Finder(page, language)
      await page.goto(path)
      await markDocument(page)
      await finder.press(t.card.pickup)
      await finder.choose('rating', /^4[.]5/)
      const withPickup = titlesInOrder(all().filter(({ pickup }) => pickup))
      const both = titlesInOrder(all().filter((card) => card.pickup && average(card) >= 4.5))
      expect(both.length).toBeLessThan(withPickup.length)
      await finder.expectTitles(both)
      const announced = page.getByRole('status').filter({ hasText: finder.count(both.length) })
      await expect.poll(() => announced.count()).toBeGreaterThan(0)

      await page.goBack()
      await finder.expectTitles(withPickup)
      await page.goForward()
      await finder.expectTitles(both)
      expect(await page.evaluate(() => 'sameDocument' in window), 'one document').toBe(true)
      await page.reload()
      await finder.expectTitles(both)

      const applied = page.getByRole('group', { name: t.finder.applied })
      const remove = (filter: string) => t.finder.remove.replace('{{filter}}', filter)
      await applied.getByRole('button', { name: remove(t.finder.ratingFrom.replace('{{value}}', '4.5')) }).click()
      await finder.expectTitles(withPickup)
      const left = applied.getByRole('button', { name: remove(t.card.pickup) })
      await expect.poll(() => left.evaluate((button) => button === document.activeElement)).toBe(true)
      await left.click()
      await applied.waitFor({ state: 'detached' })
      expect(await finder.query()).toEqual({})
      expect(await finder.bar.evaluate((bar) => bar.contains(document.activeElement)), 'the focus is kept').toBe(true)
    },
  )

  testInOneLanguage(
    'a filtered URL shows the same products to another visitor and in the other language',
    async ({ visit }) => {
      const first = await visit('wayfare')
      const finder = new Finder(first, language)
      await first.goto(`${path}/page/3`)
      await finder.choose('sort', t.finder.sorts.price)
      await finder.press(t.card.pickup)
      const titles = titlesInOrder(
        all().filter(({ pickup }) => pickup),
        priceOf,
      )
      await finder.expectTitles(titles)
      expect(new URL(first.url()).pathname).toBe(path)
      const second = await visit('wayfare')
      await second.goto(first.url())
      await new Finder(second, language).expectTitles(titles)

      await first.goBack()
      await first.goBack()
      expect(new URL(first.url()).pathname).toBe(`${path}/page/3`)
      await expect.poll(() => finder.titles.first().textContent()).toBe(all()[24]?.title)

      const other = language === 'en' ? 'ar' : 'en'
      await second.getByRole('banner').locator(`[hreflang="${other}"]`).click()
      await second.waitForURL((url) => url.pathname === pathIn(other, base))
      const translated = cardsOf('wayfare', other, base).filter(({ pickup }) => pickup)
      await new Finder(second, other).expectTitles(titlesInOrder(translated, priceOf))
    },
  )

  testInOneLanguage('unknown values in a URL are ignored, and the next change removes them', async ({ visit }) => {
    const page = await visit('wayfare')
    const finder = new Finder(page, language)
    await page.goto(`${path}?price=abc&date=2020-01-01&sort=cheapest&rating=9&page=x&utm_source=mail`)
    await finder.heading(all().length).waitFor()
    await finder.press(t.card.pickup)
    await finder.expectTitles(titlesInOrder(all().filter(({ pickup }) => pickup)))
    expect(await finder.query()).toEqual({ utm_source: 'mail', pickup: '1' })
  })

  testInOneLanguage(
    'the published list stays in place until a filter is chosen, and returns without filters',
    async ({ visit }) => {
      const page = await visit('wayfare')
      const finder = new Finder(page, language)
      await page.goto(path)
      const grid = page.locator('[data-published] .card-grid')
      await grid.evaluate((element) => Object.assign(element, { published: true }))
      const top = () => grid.evaluate((element) => element.getBoundingClientRect().top)
      const before = await top()
      const panel = await finder.open('rating')
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      expect(await top()).toBe(before)
      await finder.press(t.card.pickup)
      await grid.waitFor({ state: 'hidden' })
      await finder.press(t.card.pickup)
      await grid.waitFor()
      expect(await grid.evaluate((element) => 'published' in element)).toBe(true)
    },
  )

  testInOneLanguage(
    'without the API all filters work but the date, which shows a notice and a retry button',
    async ({ visit }) => {
      const page = await visit('wayfare', { expected: blockedRequest })
      const restore = await blockApi(page)
      const finder = new Finder(page, language)
      await page.goto(path)
      await finder.choose('rating', /^4[.]5/)
      const titles = titlesInOrder(all().filter((card) => average(card) >= 4.5))
      await finder.expectTitles(titles)
      await finder.pickDay()
      await page.getByText(t.finder.dateUnknown).waitFor()
      await finder.expectTitles(titles)
      await finder.press(t.card.pickup)
      await finder.expectTitles(titlesInOrder(all().filter((card) => card.pickup && average(card) >= 4.5)))
      await page.getByText(t.finder.dateUnknown).waitFor()

      await restore()
      await page.getByRole('button', { name: t.error.retry }).click()
      await page.getByText(t.finder.dateUnknown).waitFor({ state: 'detached' })
      expect(Object.keys(await finder.query())).toEqual(['rating', 'pickup', 'date'])
    },
  )

  testInOneLanguage(
    'a date shows the products that the server finds for it in the city of the listing',
    async ({ visit }) => {
      const page = await visit('wayfare')
      const finder = new Finder(page, language)
      const city = '/things-to-do-in-dubai'
      await page.goto(pathIn(language, city))
      const responded = page.waitForResponse((response) => response.url().includes('/api/v1/search?'))
      await finder.pickDay()
      const response = await responded
      const { searchParams } = new URL(response.url())
      const { date } = await finder.query()
      expect([searchParams.getAll('city'), searchParams.get('date')]).toEqual([['dubai'], date])
      const { products } = (await response.json()) as { products: ProductCard[] }
      expect(products.length).toBeGreaterThan(0)
      await finder.expectTitles(products.map(({ title }) => title))
      const inCity = cardsOf('wayfare', language, city).map(({ title }) => title)
      expect(inCity).toEqual(expect.arrayContaining(products.map(({ title }) => title)))
    },
  )

  testInOneLanguage(
    'a button loads more products, updates the URL and focuses the first new product',
    async ({ visit }) => {
      const page = await visit('wayfare')
      const finder = new Finder(page, language)
      await page.goto(`${path}?sort=price`)
      const titles = titlesInOrder(all(), priceOf)
      await finder.expectTitles(titles)
      await page.getByRole('button', { name: t.finder.more }).click()
      await expect.poll(() => finder.titles.allTextContents()).toEqual(titles.slice(0, 48))
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(titles[24])
      expect((await finder.query()).page).toBe('2')
      await page.reload()
      await expect.poll(() => finder.titles.allTextContents()).toEqual(titles.slice(0, 48))
      await page.getByRole('button', { name: t.finder.more }).click()
      await expect.poll(() => finder.titles.allTextContents()).toEqual(titles)
      expect(await page.getByRole('button', { name: t.finder.more }).count()).toBe(0)
    },
  )

  test('Enter opens a filter panel, and Escape closes it and returns the focus', async ({ visit }) => {
    const page = await visit('wayfare')
    const finder = new Finder(page, language)
    await page.goto(path)
    const button = finder.bar.locator('[data-replay="rating"]')
    await button.focus()
    await page.keyboard.press('Enter')
    await finder.panel.waitFor()
    const focused = (locator: Locator) => locator.evaluate((element) => element.contains(document.activeElement))
    await expect.poll(() => focused(finder.panel.getByRole('radio').first())).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => finder.query()).toEqual({ rating: '4.5' })
    await page.keyboard.press('Escape')
    await finder.panel.waitFor({ state: 'detached' })
    await expect.poll(() => focused(button)).toBe(true)
    await page.keyboard.press('Enter')
    await finder.panel.waitFor()
    // The panel closes when the focus leaves it.
    for (let steps = 0; steps < 8 && (await finder.panel.count()) > 0; steps++) await page.keyboard.press('Tab')
    expect(await finder.panel.count()).toBe(0)
    expect(await focused(page.locator('body').first()), 'the focus is on the page').toBe(true)
  })

  test.for(['date', 'price', 'guides', 'sort'])(
    'the panel %s passes axe and fits the screen of a phone and a desktop',
    async (tool, { visit }) => {
      const found: string[] = []
      const page = await visit('wayfare')
      const finder = new Finder(page, language)
      await page.goto(`${path}?rating=4&pickup=1&language=ar&language=en&price=100-900&sort=price`)
      await page.getByRole('group', { name: t.finder.applied }).waitFor()
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 720 })
        const panel = await finder.open(tool)
        if (tool === 'date') {
          const day = panel.getByLabel(t.search.date)
          expect(await day.getAttribute('min'), 'days to come').toMatch(/^\d{4}-\d\d-\d\d$/)
          expect(await day.evaluate((input) => input === document.activeElement), 'the focus is on the day').toBe(true)
        }
        // The phone in one language and the desktop in the other.
        if ((width === 320) === (language === 'en'))
          found.push(...(await axeViolations(page, width === 320 ? 'light' : 'dark', { within: openDialogSelector })))
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
        if (scrollWidth > clientWidth) found.push(`at ${width} the page is ${scrollWidth} wide`)
        const box = await panel.boundingBox()
        if (!box || box.x < 0 || box.x + box.width > width) found.push(`at ${width} the panel is at ${box?.x}`)
        found.push(...(await smallTargets(finder.bar, width)), ...(await smallTargets(panel, width)))
        await page.keyboard.press('Escape')
        await panel.waitFor({ state: 'detached' })
      }
      expect(found).toEqual([])
    },
  )

  testInOneLanguage('without scripts the published list is shown without filters', async ({ visit }) => {
    const page = await visit('wayfare', { javaScriptEnabled: false })
    const finder = new Finder(page, language)
    await page.goto(`${path}?pickup=1`)
    await finder.heading(all().length).waitFor()
    expect(await finder.bar.isVisible()).toBe(false)
    await page.getByRole('navigation', { name: t.pager.label }).waitFor()
  })

  test.for(casesOfLanguage(deployments))(
    '%s keeps its own cards and grid when a list is sorted',
    async (deployment, { visit }) => {
      const page = await visit(deployment)
      const finder = new Finder(page, language)
      await page.goto(pathIn(language, listingPath[deployment]))
      const look = () =>
        page
          .locator('.card-grid:visible')
          .first()
          .evaluate((grid) => [getComputedStyle(grid).gridTemplateColumns, grid.children[0]?.className])
      const published = await look()
      await finder.choose('sort', t.finder.sorts['-rating'])
      const titles = titlesInOrder(cardsOf(deployment, language, listingPath[deployment]), (card) => -average(card))
      await finder.expectTitles(titles)
      expect(await look()).toEqual(published)
    },
  )
})

/** Returns the touch targets that are less than 44 px high or wide. */
async function smallTargets(within: Locator, width: number): Promise<string[]> {
  const small = await within
    .locator('button:visible, label:visible:has(input[type=radio], input[type=checkbox])')
    .evaluateAll((controls) =>
      controls
        .map((control) => ({ text: control.textContent, ...control.getBoundingClientRect().toJSON() }))
        .filter((box: DOMRect) => box.width < 44 || box.height < 44)
        .map((box: DOMRect & { text: string }) => `${box.text} is ${box.width} by ${box.height}`),
    )
  return small.map((control) => `at ${width}: ${control}`)
}

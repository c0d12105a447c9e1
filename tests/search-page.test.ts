import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { components } from '../site/features/http/api.gen'
import { axeViolations, themeOf } from './support/axe'
import { languages, pathIn, messages, type Language } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { isMarked, markDocument, test } from './support/visit'

type SearchResults = components['schemas']['SearchResults']

const search = '**/api/v1/search?*'
const desert = { en: 'desert', ar: 'صحراء' }
const other = { en: 'boat', ar: 'قارب' }

const address = (language: Language, text: string) => pathIn(language, `/search/${encodeURIComponent(text)}`)
const titles = (page: Page) => page.getByRole('main').locator('.card-title')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

function headingFor(language: Language, text: string): string {
  return messages[language].search.resultsFor.replace('{{text}}', text)
}

/** Returns the server's results for a query. */
async function searchFor(page: Page, language: Language, query: Record<string, string>): Promise<SearchResults> {
  return page.evaluate(
    async ([address, language]) => {
      const answer = await fetch(address, { headers: { 'Accept-Language': language } })
      return (await answer.json()) as SearchResults
    },
    [`/api/v1/search?${new URLSearchParams(query)}`, language] as const,
  )
}

async function expectResults(page: Page, language: Language, query: Record<string, string>): Promise<SearchResults> {
  const results = await searchFor(page, language, { pageSize: '24', ...query })
  const names = results.products.map(({ title }) => title)
  await expect.poll(() => titles(page).allTextContents()).toEqual(names)
  return results
}

describe.each(languages)('the search page in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const t = messages[language]
  const text = desert[language]

  testInOneLanguage(
    'shows results and places of that name, filters and sorts them, and follows Back',
    async ({ visit }) => {
      const page = await visit('wayfare')
      await page.goto(address(language, text))
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, text))
      const { total, places } = await expectResults(page, language, { q: text })
      expect(total).toBeGreaterThan(3)
      expect(await page.title()).toContain(text)
      const [place] = places
      if (!place) throw new Error(`no place is called ${text}`)
      const link = page.getByRole('navigation', { name: t.finder.places }).getByRole('link', { name: place.card.title })
      expect(await link.getAttribute('href')).toBe(pathIn(language, `/${place.card.slug}`))

      const bar = page.getByRole('group', { name: t.finder.bar })
      await bar.locator('[data-replay="cities"]').click()
      await page.getByRole('dialog').getByRole('checkbox').first().check()
      const city = new URL(page.url()).searchParams.get('city') ?? ''
      await expectResults(page, language, { q: text, city })
      await page.keyboard.press('Escape')
      await bar.locator('[data-replay="sort"]').click()
      await page.getByRole('dialog').getByLabel(t.finder.sorts['-price']).check()
      await page.keyboard.press('Escape')
      await expectResults(page, language, { q: text, city, sort: '-price' })
      await page.reload()
      await expectResults(page, language, { q: text, city, sort: '-price' })
      await page.goBack()
      await expectResults(page, language, { q: text, city })
      await page.goBack()
      await expectResults(page, language, { q: text })
    },
  )

  testInOneLanguage(
    'shows another search in the same document, and returns to the first on Back',
    async ({ visit }) => {
      const page = await visit('wayfare')
      await page.goto(address(language, text))
      await expectResults(page, language, { q: text })
      await markDocument(page)
      const field = page.getByRole('banner').getByLabel(t.search.field)
      await field.fill(other[language])
      await page.keyboard.press('Enter')
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, other[language]))
      await expectResults(page, language, { q: other[language] })
      expect(await isMarked(page)).toBe(true)
      await expect.poll(() => heading(page).evaluate((h1) => h1 === document.activeElement)).toBe(true)
      await page.goBack()
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, text))
      await expectResults(page, language, { q: text })
    },
  )

  testInOneLanguage('shows a notice and links to places if nothing is found', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(address(language, 'xqzzkw'))
    await page.getByRole('heading', { level: 2, name: t.search.noResults }).waitFor()
    await page.getByText(t.search.somethingElse, { exact: true }).waitFor()
    expect(await page.getByRole('group', { name: t.finder.bar }).count(), 'filters of nothing').toBe(0)
    const place = page.getByRole('navigation', { name: t.finder.popular }).getByRole('link').first()
    const path = await place.getAttribute('href')
    await place.click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  testInOneLanguage('has a button that clears the filters if they leave no results', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(`${address(language, text)}?price=-1&pickup=1`)
    await page.getByRole('heading', { level: 2, name: t.search.noResults }).waitFor()
    await page.getByRole('button', { name: t.finder.clearFilters }).click()
    await expectResults(page, language, { q: text })
    expect(new URL(page.url()).search).toBe('')
    const bar = page.getByRole('group', { name: t.finder.bar })
    expect(await bar.evaluate((group) => group.contains(document.activeElement)), 'the focus is kept').toBe(true)
  })

  testInOneLanguage('keeps search and results after an error, and has a retry button', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /503/ })
    const refuse = (route: Route) => route.fulfill({ status: 503, json: { code: 'unavailable' } })
    await page.route(search, refuse)
    await page.goto(`${address(language, text)}?sort=price`)
    const alert = page.getByRole('alert').filter({ hasText: t.problem.unavailable })
    await alert.waitFor()
    await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, text))
    await page.unroute(search, refuse)
    await alert.getByRole('button', { name: t.error.retry }).click()
    await expectResults(page, language, { q: text, sort: 'price' })
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)

    // Results stay if the next request fails.
    const before = await titles(page).allTextContents()
    await page.route(search, refuse)
    await page.getByRole('group', { name: t.finder.bar }).getByRole('button', { name: t.card.pickup }).click()
    await alert.waitFor()
    expect(await titles(page).allTextContents()).toEqual(before)
  })

  testInOneLanguage(
    'loads more results by a button, updates the URL and focuses the first new result',
    async ({ visit }) => {
      const page = await visit('wayfare')
      // With five products a page there are several pages.
      await page.route(search, (route) =>
        route.continue({ url: route.request().url().replace('pageSize=24', 'pageSize=5') }),
      )
      await page.goto(address(language, text))
      const { total } = await expectResults(page, language, { q: text, pageSize: '5' })
      await page.getByRole('button', { name: t.finder.more }).click()
      await expectResults(page, language, { q: text, pageSize: '10' })
      const sixth = titles(page).nth(5).getByRole('link')
      await expect.poll(() => sixth.evaluate((link) => link === document.activeElement)).toBe(true)
      expect(new URL(page.url()).searchParams.get('page')).toBe('2')
      await page.reload()
      await expectResults(page, language, { q: text, pageSize: '10' })
      while ((await titles(page).count()) < total) {
        const before = await titles(page).count()
        await page.getByRole('button', { name: t.finder.more }).click()
        await expect.poll(() => titles(page).count()).toBeGreaterThan(before)
      }
      expect(await page.getByRole('button', { name: t.finder.more }).count()).toBe(0)
    },
  )

  test('shows results for a misspelled word, with a notice', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(address(language, { en: 'dezert', ar: 'الصخراء' }[language]))
    await page.getByText(t.finder.inexact).waitFor()
    expect(await titles(page).count()).toBeGreaterThan(0)
  })

  testInOneLanguage('searches for text with special characters unchanged', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/faq'))
    const field = page.getByRole('banner').getByLabel(t.search.field)
    for (const odd of ['a/b', '100%', '"tea" & <b>', '🐪', 'قهوة', 'what?#here', '%2F', 'a\\b', '.', '..']) {
      const requested = page.waitForRequest(search)
      await field.fill(odd)
      await page.keyboard.press('Enter')
      expect(new URL((await requested).url()).searchParams.get('q')).toBe(odd)
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, odd))
      await page.reload()
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, odd))
    }
  })

  testInOneLanguage('shows a search form if the address has no text, with and without scripts', async ({ visit }) => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await visit('wayfare', { javaScriptEnabled })
      await page.goto(pathIn(language, '/search'))
      await page.getByRole('heading', { level: 1, name: t.search.title, exact: true }).waitFor()
      await page.getByRole('main').getByRole('search').waitFor()
      expect(await page.locator('.search-wait').isVisible()).toBe(false)
    }
  })

  test('passes axe and fits 320 pixels with results, without results and with an error', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /503/, viewport: { width: 320, height: 720 } })
    const violations: string[] = []
    let looks = 0
    const look = async (what: string) => {
      const theme = themeOf(language, looks++)
      violations.push(...(await axeViolations(page, theme)).map((text) => `${what}: ${text}`))
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      if (scrollWidth > clientWidth) violations.push(`${what}: ${scrollWidth} wide`)
    }
    await page.goto(`${address(language, text)}?sort=price&rating=3`)
    await titles(page).first().waitFor()
    await look('results')
    await page.goto(address(language, 'x'.repeat(120)))
    await page.getByRole('navigation', { name: t.finder.popular }).waitFor()
    await look('none')
    await page.route(search, (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
    await page.goto(address(language, text))
    await page.getByText(t.problem.unavailable).waitFor()
    await look('an error')
    expect(violations).toEqual([])
  })
})

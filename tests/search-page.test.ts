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

/** What the server finds, as the page asks it. */
async function found(page: Page, language: Language, query: Record<string, string>): Promise<SearchResults> {
  return page.evaluate(
    async ([address, language]) => {
      const answer = await fetch(address, { headers: { 'Accept-Language': language } })
      return (await answer.json()) as SearchResults
    },
    [`/api/v1/search?${new URLSearchParams(query)}`, language] as const,
  )
}

async function expectFound(page: Page, language: Language, query: Record<string, string>): Promise<SearchResults> {
  const results = await found(page, language, { pageSize: '24', ...query })
  const names = results.products.map(({ title }) => title)
  await expect.poll(() => titles(page).allTextContents()).toEqual(names)
  return results
}

describe.each(languages)('in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const t = messages[language]
  const text = desert[language]

  testInOneLanguage(
    'a search shows its results and the places of that name, filtered and sorted',
    async ({ visit }) => {
      const page = await visit('wayfare')
      await page.goto(address(language, text))
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, text))
      const { total, places } = await expectFound(page, language, { q: text })
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
      await expectFound(page, language, { q: text, city })
      await page.keyboard.press('Escape')
      await bar.locator('[data-replay="sort"]').click()
      await page.getByRole('dialog').getByLabel(t.finder.sorts['-price']).check()
      await page.keyboard.press('Escape')
      await expectFound(page, language, { q: text, city, sort: '-price' })
      await page.reload()
      await expectFound(page, language, { q: text, city, sort: '-price' })
      await page.goBack()
      await expectFound(page, language, { q: text, city })
      await page.goBack()
      await expectFound(page, language, { q: text })
    },
  )

  testInOneLanguage(
    'another search is another page of the same document, and Back returns to the first',
    async ({ visit }) => {
      const page = await visit('wayfare')
      await page.goto(address(language, text))
      await expectFound(page, language, { q: text })
      await markDocument(page)
      const field = page.getByRole('banner').getByLabel(t.search.field)
      await field.fill(other[language])
      await page.keyboard.press('Enter')
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, other[language]))
      await expectFound(page, language, { q: other[language] })
      expect(await isMarked(page)).toBe(true)
      await expect.poll(() => heading(page).evaluate((h1) => h1 === document.activeElement)).toBe(true)
      await page.goBack()
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, text))
      await expectFound(page, language, { q: text })
    },
  )

  testInOneLanguage('a search that finds nothing says so, and leads to places', async ({ visit }) => {
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

  testInOneLanguage('filters that leave nothing are cleared by the button that says so', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(`${address(language, text)}?price=-1&pickup=1`)
    await page.getByRole('heading', { level: 2, name: t.search.noResults }).waitFor()
    await page.getByRole('button', { name: t.finder.clearFilters }).click()
    await expectFound(page, language, { q: text })
    expect(new URL(page.url()).search).toBe('')
    const bar = page.getByRole('group', { name: t.finder.bar })
    expect(await bar.evaluate((group) => group.contains(document.activeElement)), 'the focus is kept').toBe(true)
  })

  testInOneLanguage('an error keeps the search, and the retry button repeats it', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /503/ })
    const refuse = (route: Route) => route.fulfill({ status: 503, json: { code: 'unavailable' } })
    await page.route(search, refuse)
    await page.goto(`${address(language, text)}?sort=price`)
    const alert = page.getByRole('alert').filter({ hasText: t.problem.unavailable })
    await alert.waitFor()
    await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, text))
    await page.unroute(search, refuse)
    await alert.getByRole('button', { name: t.error.retry }).click()
    await expectFound(page, language, { q: text, sort: 'price' })
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)

    // What was found stays when the next question fails.
    const before = await titles(page).allTextContents()
    await page.route(search, refuse)
    await page.getByRole('group', { name: t.finder.bar }).getByRole('button', { name: t.card.pickup }).click()
    await alert.waitFor()
    expect(await titles(page).allTextContents()).toEqual(before)
  })

  testInOneLanguage('a button loads more, and the URL and the focus follow', async ({ visit }) => {
    const page = await visit('wayfare')
    // Of few products a server that gives five at a time has several pages.
    await page.route(search, (route) =>
      route.continue({ url: route.request().url().replace('pageSize=24', 'pageSize=5') }),
    )
    await page.goto(address(language, text))
    const { total } = await expectFound(page, language, { q: text, pageSize: '5' })
    await page.getByRole('button', { name: t.finder.more }).click()
    await expectFound(page, language, { q: text, pageSize: '10' })
    const sixth = titles(page).nth(5).getByRole('link')
    await expect.poll(() => sixth.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    await page.reload()
    await expectFound(page, language, { q: text, pageSize: '10' })
    while ((await titles(page).count()) < total) {
      const before = await titles(page).count()
      await page.getByRole('button', { name: t.finder.more }).click()
      await expect.poll(() => titles(page).count()).toBeGreaterThan(before)
    }
    expect(await page.getByRole('button', { name: t.finder.more }).count()).toBe(0)
  })

  test('a typing error is forgiven, and said to be', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(address(language, { en: 'dezert', ar: 'الصخراء' }[language]))
    await page.getByText(t.finder.inexact).waitFor()
    expect(await titles(page).count()).toBeGreaterThan(0)
  })

  testInOneLanguage('any text is searched for as it is', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/faq'))
    const field = page.getByRole('banner').getByLabel(t.search.field)
    for (const odd of ['a/b', '100%', '"tea" & <b>', '🐪', 'قهوة', 'what?#here', '%2F', 'a\\b']) {
      const asked = page.waitForRequest(search)
      await field.fill(odd)
      await page.keyboard.press('Enter')
      expect(new URL((await asked).url()).searchParams.get('q')).toBe(odd)
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, odd))
      await page.reload()
      await expect.poll(() => heading(page).textContent()).toBe(headingFor(language, odd))
    }
  })

  testInOneLanguage('without a text the page asks for one, also without scripts', async ({ visit }) => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await visit('wayfare', { javaScriptEnabled })
      await page.goto(pathIn(language, '/search'))
      await page.getByRole('heading', { level: 1, name: t.search.title, exact: true }).waitFor()
      await page.getByRole('main').getByRole('search').waitFor()
      expect(await page.locator('.search-wait').isVisible()).toBe(false)
    }
  })

  test('results, none and an error are accessible and fit the narrowest phone', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /503/, viewport: { width: 320, height: 720 } })
    const objected: string[] = []
    let looks = 0
    const look = async (what: string) => {
      const theme = themeOf(language, looks++)
      objected.push(...(await axeViolations(page, theme)).map((text) => `${what}: ${text}`))
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      if (scrollWidth > clientWidth) objected.push(`${what}: ${scrollWidth} wide`)
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
    expect(objected).toEqual([])
  })
})

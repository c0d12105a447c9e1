import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeViolations, themeOf } from './support/axe'
import { waitUntilIdle } from './support/quiet'
import { deployments, languages, pathIn, messages, type Language } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { isMarked, markDocument, test } from './support/visit'

const suggestions = '**/api/v1/search/suggestions?*'

/** Texts that visitors type, and the names that they must find. */
const typed = {
  en: { city: 'dub', name: 'Dubai', path: '/things-to-do-in-dubai', wrong: 'dubia', both: 'des', category: 'Desert' },
  ar: { city: 'دب', name: 'دبي', path: '/things-to-do-in-dubai', wrong: 'القاهرو', both: 'صحرا', category: 'الصحراء' },
}
/** The name that is suggested for the misspelled one. */
const suggested = { en: 'Dubai', ar: 'القاهرة' }

function box(page: Page, language: Language) {
  const { search } = messages[language]
  const form = page.getByRole('banner').getByRole('search')
  return {
    form,
    field: form.getByRole('combobox', { name: search.field }),
    plain: form.getByLabel(search.field),
    list: form.getByRole('listbox', { name: search.suggestions }),
  }
}

/** Opens a page and focuses its search field, which mounts the suggestions. */
async function enter(page: Page, language: Language, path = '/faq') {
  await page.goto(pathIn(language, path))
  const all = box(page, language)
  await all.plain.focus()
  await all.field.waitFor()
  return all
}

describe.each(languages)('the search field in %s', (language) => {
  const { testInOneLanguage, casesOfLanguage } = alternatingTests(language)
  const t = messages[language]
  const { city, name, path, wrong, both, category } = typed[language]
  const everything = (text: string) => t.search.all.replace('{{text}}', `\u2068${text}\u2069`)

  test('suggests cities, categories and experiences, which arrow keys and Enter open', async ({ visit }) => {
    const page = await visit('wayfare')
    const { field, list } = await enter(page, language)
    await field.fill(both)
    const group = (title: string) => list.getByRole('group', { name: title })
    await group(t.nav.categories).getByRole('option', { name: category }).first().waitFor()
    expect(await group(t.search.experiences).getByRole('option').count()).toBeGreaterThan(0)
    const picture = list.getByRole('option').first().locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

    await field.fill(city)
    const option = group(t.nav.destinations).getByRole('option', { name })
    await option.waitFor()
    await page.getByRole('banner').getByRole('status').filter({ hasText: /\S/ }).waitFor()
    await markDocument(page)
    await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    expect(await option.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${pathIn(language, path)}`)
    expect(await isMarked(page), 'the document has stayed').toBe(true)
    await list.waitFor({ state: 'hidden' })
  })

  testInOneLanguage('searches for the typed text on Enter and on a click on the last row', async ({ visit }) => {
    const page = await visit('wayfare')
    const { field, list } = await enter(page, language)
    const found = `**${pathIn(language, '/search')}/${encodeURIComponent(city)}`
    await field.fill(city)
    await list.waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(found)
    await list.waitFor({ state: 'hidden' })

    const again = await enter(page, language)
    await again.field.fill(city)
    await again.list.getByRole('option', { name: everything(city) }).click()
    await page.waitForURL(found)
  })

  testInOneLanguage('opens a suggestion on a click', async ({ visit }) => {
    const page = await visit('wayfare')
    const { field, list } = await enter(page, language)
    await field.fill(city)
    const option = list.getByRole('group', { name: t.search.experiences }).getByRole('option').first()
    const target = await option.getAttribute('href')
    await option.click()
    await page.waitForURL(`**${target}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await list.waitFor({ state: 'hidden' })
  })

  testInOneLanguage('closes its list on Escape, keeping the text, and when the focus leaves', async ({ visit }) => {
    const page = await visit('wayfare')
    const { field, list } = await enter(page, language)
    await field.fill(city)
    await list.waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe(city)
    expect(await field.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowDown')
    await list.waitFor()
    await page.keyboard.press('Tab')
    await list.waitFor({ state: 'hidden' })
  })

  testInOneLanguage('ignores a late response to an earlier request', async ({ visit }) => {
    const page = await visit('wayfare')
    const { field, list } = await enter(page, language)
    let late: Route | undefined
    await page.route(suggestions, (route) => {
      if (late) return route.continue()
      late = route
      return undefined
    })
    await field.fill(t.search.title)
    await expect.poll(() => late).toBeTruthy()
    await field.fill(city)
    const option = list.getByRole('option', { name }).first()
    await option.waitFor()
    await late?.continue().catch(() => {}) // it may be aborted
    await late?.request().response()
    await waitUntilIdle(page)
    expect(await option.isVisible()).toBe(true)
    expect(await list.getByRole('option', { name: everything(city) }).count()).toBe(1)
  })

  test('suggests the right name for a misspelled one', async ({ visit }) => {
    const page = await visit('wayfare')
    const { field, list } = await enter(page, language)
    await field.fill(wrong)
    await list.getByRole('option', { name: suggested[language] }).first().waitFor()
  })

  testInOneLanguage('shows a notice and the row to search if there are no suggestions', async ({ visit }) => {
    const page = await visit('wayfare')
    const { form, field, list } = await enter(page, language)
    await field.fill('qqqqqq')
    await form.getByText(t.search.found_zero).first().waitFor()
    expect(await list.getByRole('option').allTextContents()).toEqual([everything('qqqqqq')])
  })

  testInOneLanguage('still searches on Enter if suggestions fail', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /suggestions|503/ })
    await page.route(suggestions, (route) => route.fulfill({ status: 503 }))
    const { field, list } = await enter(page, language)
    const answered = page.waitForResponse(suggestions)
    await field.fill(city)
    await answered
    await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.form?.ariaBusy)).toBeNull()
    expect(await list.isVisible()).toBe(false)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${pathIn(language, '/search')}/${encodeURIComponent(city)}`)
  })

  testInOneLanguage('searches without scripts', async ({ visit }) => {
    const page = await visit('wayfare', { javaScriptEnabled: false })
    await page.goto(pathIn(language, '/faq'))
    await box(page, language).plain.fill(city)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${pathIn(language, '/search')}?q=${encodeURIComponent(city)}`)
    expect(await page.getByRole('main').innerText()).toContain(messages[language].search.noScript)
  })

  testInOneLanguage('offers popular searches and places before the visitor types', async ({ visit }) => {
    const page = await visit('wayfare')
    const { list } = await enter(page, language)
    await list.getByRole('group', { name: t.search.popular }).getByRole('option').first().waitFor()
    expect(await list.getByRole('group', { name: t.nav.destinations }).getByRole('option').count()).toBeGreaterThan(0)
  })

  testInOneLanguage('opens a full screen on a phone, which Back closes', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(pathIn(language, '/faq'))
    const { plain } = box(page, language)
    const screen = page.getByRole('dialog', { name: t.search.label })
    await plain.click()
    await screen.waitFor()
    await page.keyboard.type(city)
    await screen.getByRole('option', { name }).first().waitFor()
    await page.goBack()
    await screen.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname, 'the page has stayed').toBe(pathIn(language, '/faq'))
    await expect.poll(() => plain.inputValue()).toBe(city)

    await plain.click()
    await screen.getByRole('option', { name }).first().click()
    await page.waitForURL(`**${pathIn(language, path)}`)
    await screen.waitFor({ state: 'detached' })
  })

  testInOneLanguage('does not open the full screen of a phone when Tab passes it', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(pathIn(language, '/faq'))
    const { plain } = box(page, language)
    await page.keyboard.press('Tab')
    await expect
      .poll(async () => {
        if (await plain.evaluate((field) => field === document.activeElement)) return plain.getAttribute('role')
        return page.keyboard.press('Tab')
      })
      .toBe('combobox')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Tab')
    expect(await plain.evaluate((field) => field === document.activeElement)).toBe(false)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  testInOneLanguage('searches by date on the home page', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/'))
    const form = page.getByRole('main').getByRole('search')
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await form.getByLabel(t.search.date).fill(day)
    await form.getByRole('button').click()
    await page.waitForURL(`**${pathIn(language, '/things-to-do')}?date=${day}`)
  })

  testInOneLanguage('suggests in the search of the home page', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/'))
    const form = page.getByRole('main').getByRole('search')
    await form.locator('input[name=q]').pressSequentially(city)
    await form.getByRole('option', { name }).first().waitFor()
  })

  test.for(casesOfLanguage(deployments))(
    'has an open list at %s that passes axe, fits the screen and does not move the page',
    async (deployment, { visit }) => {
      const page = await visit(deployment)
      const { field, list } = await enter(page, language)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const main = page.getByRole('main')
        const before = await main.boundingBox()
        await field.fill('')
        await field.fill(both)
        await list.getByRole('option').first().waitFor()
        await page.keyboard.press('ArrowDown')
        expect(await main.boundingBox(), 'the position of the page').toEqual(before)
        const { x, width: wide } = (await list.boundingBox()) ?? { x: -1, width: 0 }
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + wide).toBeLessThanOrEqual(width)
        if (width === 360) expect(wide, 'it fills a phone').toBe(width)
        expect(await axeViolations(page, themeOf(language, width === 360 ? 0 : 1)), `${width}`).toEqual([])
      }
    },
  )
})

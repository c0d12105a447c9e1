import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { languages, pathIn, messages } from './support/storefronts'
import { alternatingTests } from './support/turns'

/** Returns whether the page is dark, and the theme colour for the browser's own bars. */
const look = (page: Page) =>
  page.evaluate(() => {
    const painted = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].filter(
      ({ media }) => matchMedia(media).matches,
    )
    return [document.documentElement.classList.contains('dark'), ...painted.map(({ content }) => content)]
  })

describe.each(languages)('the theme of pages in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const { dark, light } = messages[language].nav.theme

  testInOneLanguage('stays as the visitor chose it after a reload, whatever the system prefers', async ({ visit }) => {
    const page = await visit('corniche-desk', { colorScheme: 'light' })
    const button = (name: string) => page.getByRole('contentinfo').getByRole('button', { name, exact: true })
    await page.goto(pathIn(language, '/faq'))
    const byDay = await look(page)
    expect(byDay).toEqual([false, expect.stringMatching(/^#/)])
    expect(await button(light).count()).toBe(0)
    await button(dark).click()
    await button(light).waitFor()
    const byNight = await look(page)
    expect(byNight).toEqual([true, expect.stringMatching(/^#/)])
    expect(byNight[1]).not.toBe(byDay[1])
    await page.reload()
    expect(await look(page)).toEqual(byNight)
    await button(light).click()
    await button(dark).waitFor()
    expect(await look(page)).toEqual(byDay)
  })

  testInOneLanguage(
    'follows the system if the visitor has not chosen, and the button offers the other',
    async ({ visit }) => {
      const page = await visit('corniche-desk', { colorScheme: 'dark' })
      await page.goto(pathIn(language, '/faq'))
      expect((await look(page))[0]).toBe(true)
      expect(await page.getByRole('button', { name: light, exact: true }).isVisible()).toBe(true)
      expect(await page.getByRole('button', { name: dark, exact: true }).count()).toBe(0)
    },
  )
})

import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { languages, pathIn, messages } from './support/storefronts'
import { alternatingTests } from './support/turns'

/** Whether the page is dark, and what the browser is told to paint around it. */
const look = (page: Page) =>
  page.evaluate(() => {
    const painted = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].filter(
      ({ media }) => matchMedia(media).matches,
    )
    return [document.documentElement.classList.contains('dark'), ...painted.map(({ content }) => content)]
  })

describe.each(languages)('in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const { dark, light } = messages[language].nav.theme

  testInOneLanguage('the chosen colours stay on the next page, whatever the system prefers', async ({ visit }) => {
    const page = await visit('corniche-desk', { colorScheme: 'light' })
    const bring = (name: string) => page.getByRole('contentinfo').getByRole('button', { name, exact: true })
    await page.goto(pathIn(language, '/faq'))
    const byDay = await look(page)
    expect(byDay).toEqual([false, expect.stringMatching(/^#/)])
    expect(await bring(light).count()).toBe(0)
    await bring(dark).click()
    await bring(light).waitFor()
    const byNight = await look(page)
    expect(byNight).toEqual([true, expect.stringMatching(/^#/)])
    expect(byNight[1]).not.toBe(byDay[1])
    await page.reload()
    expect(await look(page)).toEqual(byNight)
    await bring(light).click()
    await bring(dark).waitFor()
    expect(await look(page)).toEqual(byDay)
  })

  testInOneLanguage(
    'without a choice the colours are the system’s, and the button offers the others',
    async ({ visit }) => {
      const page = await visit('corniche-desk', { colorScheme: 'dark' })
      await page.goto(pathIn(language, '/faq'))
      expect((await look(page))[0]).toBe(true)
      expect(await page.getByRole('button', { name: light, exact: true }).isVisible()).toBe(true)
      expect(await page.getByRole('button', { name: dark, exact: true }).count()).toBe(0)
    },
  )
})

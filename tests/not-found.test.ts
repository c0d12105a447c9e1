import { describe, expect } from 'vitest'
import { deployments, languages, origin, pathIn, messages } from './support/storefronts'
import { isMarked, markDocument, test } from './support/visit'

/** The specification, section 2 */
const specified = {
  heading: "Oops! The page you're looking for doesn't exist.",
  text:
    "We're sorry, but the page you were trying to reach cannot be found. It might have been removed, had its name " +
    'changed, or is temporarily unavailable.',
}

describe.each(deployments)('the not-found page of %s', (deployment) => {
  test.for(languages)(
    'has status 404 in %s, names the missing path and links to the home',
    async (language, { visit }) => {
      const page = await visit(deployment, { expected: /404/ })
      const answer = await page.goto(pathIn(language, '/nothing-is-here'))
      expect(answer?.status()).toBe(404)
      const { heading, text } = language === 'en' ? specified : messages.ar.notFound
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
      expect(await page.getByRole('main').textContent()).toContain(text)
      await page.getByText(`${messages[language].notFound.status}: ${pathIn(language, '/nothing-is-here')}`).waitFor()
      expect(await page.getByRole('main').locator('svg, img').count()).toBeGreaterThan(0)
      await page.getByRole('main').getByRole('link', { name: messages[language].homePage }).click()
      await expect
        .poll(() => page.url().replace(/\/$/, ''))
        .toBe((origin(deployment) + pathIn(language, '/')).replace(/\/$/, ''))
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    },
  )
})

test('a link to a removed page leads to the not-found page', async ({ visit }) => {
  const page = await visit('wayfare', { expected: /404/ })
  await page.goto('/about')
  await markDocument(page)
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('main a[href="/blog"], footer a[href="/blog"]')
    link?.setAttribute('href', '/blog/a-story-that-is-gone')
  })
  await page.locator('a[href="/blog/a-story-that-is-gone"]').first().click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(specified.heading)
  expect(new URL(page.url()).pathname).toBe('/blog/a-story-that-is-gone')
})

test('an address with an invalid parameter leads to the not-found page', async ({ visit }) => {
  const page = await visit('wayfare', { expected: /404/ })
  expect((await page.goto('/invoices/not%20an%20id'))?.status()).toBe(404)
  await page.getByText('Page Not Found: /invoices/not%20an%20id').waitFor()
  expect((await page.goto('/search/camels%20at%20dawn'))?.status()).toBe(200)
  await markDocument(page)
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('footer a[href="/blog"]')
    link?.setAttribute('href', '/invoices/not%20an%20id')
  })
  await page.locator('a[href="/invoices/not%20an%20id"]').click()
  await page.getByText('Page Not Found: /invoices/not%20an%20id').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(specified.heading)
  expect(await page.title()).toContain('Page Not Found')
  expect(await isMarked(page), 'without a new document').toBe(true)
})

import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitUntilIdle } from './support/quiet'
import { languageName } from './support/storefronts'
import { test } from './support/visit'

const day = 24 * 60 * 60
/** The user agent of a person; crawlers and headless browsers are not redirected. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function localeCookie(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'locale')
}

const language = (page: Page) => page.evaluate(() => document.documentElement.lang)

describe('the language of a visitor', () => {
  test('is kept in a cookie for 365 days', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await expect.poll(async () => (await localeCookie(page))?.value).toBe('en')
    const cookie = await localeCookie(page)
    const lasts = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(Math.abs(lasts - 365 * day)).toBeLessThan(60)
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' })
  })

  test('changes with the language switch, which leads to the same page', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await page.getByRole('banner').getByRole('link', { name: languageName.ar }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/ar/faq')
    await expect.poll(async () => (await localeCookie(page))?.value).toBe('ar')
    await page.getByRole('banner').getByRole('link', { name: languageName.en }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/faq')
    await expect.poll(async () => (await localeCookie(page))?.value).toBe('en')
  })

  test('changes in a new tab with a middle click at once, which keeps the query', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq?from=mail')
    await waitUntilIdle(page)
    const link = page.getByRole('banner').getByRole('link', { name: languageName.ar })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ button: 'middle' })])
    await tab.waitForURL((url) => url.pathname === '/ar/faq' && url.search === '?from=mail')
    await tab.close()
  })

  test('is the browser’s on a first visit to the home page', async ({ visit }) => {
    const page = await visit('wayfare', { locale: 'ar-AE', userAgent })
    await page.goto('/')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/ar')
    expect(await language(page)).toBe('ar')
  })

  test('is the cookie’s rather than the browser’s', async ({ visit }) => {
    const page = await visit('wayfare', { locale: 'ar-AE', userAgent })
    await page.goto('/faq')
    await expect.poll(async () => (await localeCookie(page))?.value).toBe('en')
    await page.goto('/')
    await waitUntilIdle(page)
    expect(await language(page)).toBe('en')
  })

  test('is the path’s rather than that of the cookie or the browser', async ({ visit }) => {
    const page = await visit('wayfare', { locale: 'ar-AE', userAgent })
    await page.goto('/faq')
    await waitUntilIdle(page)
    expect(await language(page)).toBe('en')
    await page.goto('/ar/faq')
    await waitUntilIdle(page)
    expect(await language(page)).toBe('ar')
  })
})

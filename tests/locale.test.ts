import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitUntilIdle } from './support/quiet'
import { languageName } from './support/storefronts'
import { test } from './support/visit'

const day = 24 * 60 * 60
/** Crawlers and headless browsers are left where they are. */
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function localeCookie(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'locale')
}

const language = (page: Page) => page.evaluate(() => document.documentElement.lang)

describe('the language', () => {
  test('of the page is kept for 365 days', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await expect.poll(async () => (await localeCookie(page))?.value).toBe('en')
    const cookie = await localeCookie(page)
    const lasts = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(Math.abs(lasts - 365 * day)).toBeLessThan(60)
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' })
  })

  test('follows the visitor’s own switch, on the same page', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await page.getByRole('banner').getByRole('link', { name: languageName.ar }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/ar/faq')
    await expect.poll(async () => (await localeCookie(page))?.value).toBe('ar')
    await page.getByRole('banner').getByRole('link', { name: languageName.en }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/faq')
    await expect.poll(async () => (await localeCookie(page))?.value).toBe('en')
  })

  test('of the browser decides a first visit of the home page', async ({ visit }) => {
    const page = await visit('wayfare', { locale: 'ar-AE', userAgent: person })
    await page.goto('/')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/ar')
    expect(await language(page)).toBe('ar')
  })

  test('of the cookie goes before the browser’s', async ({ visit }) => {
    const page = await visit('wayfare', { locale: 'ar-AE', userAgent: person })
    await page.goto('/faq')
    await expect.poll(async () => (await localeCookie(page))?.value).toBe('en')
    await page.goto('/')
    await waitUntilIdle(page)
    expect(await language(page)).toBe('en')
  })

  test('of the path goes before both', async ({ visit }) => {
    const page = await visit('wayfare', { locale: 'ar-AE', userAgent: person })
    await page.goto('/faq')
    await waitUntilIdle(page)
    expect(await language(page)).toBe('en')
    await page.goto('/ar/faq')
    await waitUntilIdle(page)
    expect(await language(page)).toBe('ar')
  })
})

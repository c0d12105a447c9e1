import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Toast } from '../site/features/toasts/raise-toast'
import { languages, pathIn } from './support/storefronts'
import { test } from './support/visit'

/** Raises a toast as features/toasts/raise-toast.ts does. */
async function raise(page: Page, toast: Toast) {
  await page.evaluate((detail) => document.dispatchEvent(new CustomEvent('storefront:toast', { detail })), toast)
}

/** Makes toasts stay longer and appear without animation, so that a slow machine can reach them. */
async function holdToasts(page: Page) {
  await page.evaluate(() => {
    const slow = new CSSStyleSheet()
    slow.replaceSync(`
      .Toastify__toast { animation-duration: 1ms !important }
      .Toastify__progress-bar { animation-duration: 4s !important }`)
    document.adoptedStyleSheets.push(slow)
  })
}

describe('a toast', () => {
  test.for(languages)('appears at the top right in %s, and disappears by itself', async (language, { visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/faq'))
    await holdToasts(page)
    await raise(page, { kind: 'success', text: 'It is saved' })
    const toast = page.getByRole('alert').filter({ hasText: 'It is saved' })
    await toast.waitFor()
    const box = await toast.boundingBox()
    expect(box?.y).toBeLessThan(120)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1280 - 60)
    await expect.poll(() => toast.count()).toBe(0)
  })

  test('stays while the pointer is over it, and closes on a click', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await holdToasts(page)
    await raise(page, { kind: 'info', text: 'Under the pointer' })
    const toast = page.getByRole('alert').filter({ hasText: 'Under the pointer' })
    await toast.waitFor()
    await toast.hover()
    await raise(page, { kind: 'info', text: 'Below it' })
    const later = page.getByRole('alert').filter({ hasText: 'Below it' })
    await later.waitFor()
    await expect.poll(() => later.count(), { message: 'the later one disappears by itself' }).toBe(0)
    expect(await toast.count(), 'the earlier one stays').toBe(1)
    await toast.click()
    await expect.poll(() => toast.count()).toBe(0)
  })

  test('has the theme of the page rather than that of the system', async ({ visit }) => {
    const page = await visit('wayfare', { colorScheme: 'light' })
    await page.goto('/faq')
    await page.evaluate(() => document.documentElement.classList.add('dark'))
    await holdToasts(page)
    await raise(page, { kind: 'error', text: 'In the dark' })
    const toast = page.getByRole('alert').filter({ hasText: 'In the dark' })
    await toast.waitFor()
    expect(await page.locator('.Toastify__toast--error').getAttribute('class')).toContain('toast-theme--dark')
  })
})

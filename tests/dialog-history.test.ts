import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { messages } from './support/storefronts'
import { test } from './support/visit'

const phone = { viewport: { width: 360, height: 740 } }
const product = '/things-to-do-in-dubai/sunset-dunes-vintage-land-rover'
const t = messages.en

const opened = (page: Page) => page.locator('dialog:modal, [role=dialog][aria-modal=true]')
const bar = (page: Page) => page.locator('.buy-bar').getByRole('button', { name: t.ticket.check })

/** Opens the product by a link, so that Back has a page to return to. */
async function arrive(page: Page) {
  await page.goto('/things-to-do-in-dubai')
  await page.locator(`a[href="${product}"]`).first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(product)
}

/** Waits until the page, which scrolls smoothly, has stood still for three tenths of a second. */
async function scrollEnded(page: Page) {
  const place = () => page.evaluate(() => window.scrollY)
  for (let last = NaN, now = await place(); now !== last; now = await place()) {
    last = now
    await page.waitForTimeout(300)
  }
}

const path = (page: Page) => new URL(page.url()).pathname

describe('the Back button on a phone', () => {
  const layers: [string, (page: Page) => Promise<void>][] = [
    ['the booking sheet', (page) => bar(page).click()],
    ['the photo viewer', (page) => page.locator('.gallery a').first().click()],
    ['the account dialog', (page) => page.getByRole('button', { name: t.reviews.write }).click()],
  ]
  test.for(layers)('closes %s and stays on the page', async ([, open], { visit }) => {
    const page = await visit('wayfare', phone)
    await arrive(page)
    await open(page)
    await opened(page).waitFor()
    await page.goBack()
    await expect.poll(() => opened(page).count()).toBe(0)
    expect(path(page)).toBe(product)

    await page.goBack()
    await expect.poll(() => path(page), { message: 'the second Back leaves the page' }).toBe('/things-to-do-in-dubai')
  })

  test('leaves the page at once after the booking sheet was closed by its own button', async ({ visit }) => {
    const page = await visit('wayfare', phone)
    await arrive(page)
    await bar(page).click()
    await opened(page).getByRole('button', { name: t.ticket.close }).click()
    await expect.poll(() => opened(page).count()).toBe(0)
    await page.waitForFunction(() => !(window.history.state as { layer?: number } | null)?.layer)
    await page.goBack()
    await expect.poll(() => path(page)).toBe('/things-to-do-in-dubai')
  })

  test('closes one of two open layers at a time', async ({ visit }) => {
    const page = await visit('wayfare', phone)
    await arrive(page)
    await bar(page).click()
    await opened(page).waitFor()
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('storefront:account', { detail: 'sign-in' })))
    await expect.poll(() => opened(page).count()).toBe(2)
    await page.goBack()
    await expect.poll(() => opened(page).count()).toBe(1)
    await page.goBack()
    await expect.poll(() => opened(page).count()).toBe(0)
    expect(path(page)).toBe(product)
  })
})

test('closing a dialog keeps the place and the focus on a page that was opened at one of its parts', async ({
  visit,
}) => {
  const page = await visit('wayfare', { expected: /401/ })
  await page.goto(`${product}#options`)
  const write = page.getByRole('button', { name: t.reviews.write })
  await write.focus()
  await scrollEnded(page)
  await page.keyboard.press('Enter')
  await opened(page).waitFor()
  const place = await page.evaluate(() => window.scrollY)
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await close()
    await expect.poll(() => opened(page).count()).toBe(0)
    await page.waitForFunction(() => !(window.history.state as { layer?: number } | null)?.layer)
    // The browser scrolls to the fragment of an entry two frames after it has returned to it.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)))
    expect(await page.evaluate(() => window.scrollY)).toBe(place)
    expect(await write.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await opened(page).waitFor()
  }
})

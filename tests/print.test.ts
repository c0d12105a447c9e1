import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { addToCart, checkOut, freshChoice, payWith, cards, productFor, awaitResult } from './support/booking'
import { waitUntilIdle } from './support/quiet'
import { languagesOf, messages, pathIn, storefronts } from './support/storefronts'
import { findPage } from './support/tree'
import { test } from './support/visit'

/** Lays the page out for paper, as a browser does before it prints. */
async function layOutForPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

/** Returns the shown texts that are too faint to be read on white paper: with a contrast below 4.5. */
const faintTexts = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) return []
    const luminance = (colour: string) => {
      canvas.fillStyle = '#fff'
      canvas.fillRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const faint: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      const text = texts.currentNode.nodeValue?.trim()
      if (!parent || !text || !parent.checkVisibility({ visibilityProperty: true })) continue
      if (1.05 / (luminance(getComputedStyle(parent).color) + 0.05) < 4.5) faint.push(text)
    }
    return faint
  })

describe.each(storefronts)('pages of %s on paper', (deployment) => {
  test('can be read, whatever the colours of the screen', async ({ visit }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await visit(deployment, { colorScheme })
      const language = languagesOf(deployment).at(-1) ?? 'en'
      for (const kind of ['product', 'faq', 'post', 'text'] as const) {
        await page.goto(pathIn(language, findPage(deployment, language, kind).path))
        await waitUntilIdle(page) // cards have their next starts
        await layOutForPaper(page)
        expect(await faintTexts(page), `${kind}, ${colorScheme}`).toEqual([])
        await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
        expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(
          colorScheme === 'dark',
        )
        await page.emulateMedia({ media: 'screen' })
      }
    }
  })
})

test('answers to questions are printed with them', async ({ visit }) => {
  const page = await visit('wayfare')
  await page.goto('/faq')
  const answers = page.locator('.faq .prose')
  const shown = () =>
    answers.evaluateAll((all) => all.filter((answer) => answer.checkVisibility({ contentVisibilityAuto: true })).length)
  expect(await shown()).toBe(0)
  await layOutForPaper(page)
  expect(await shown()).toBe(await answers.count())
})

test('an invoice is printed with its prices, without buttons and links that act', async ({ visit }) => {
  const page = await visit('wayfare')
  const { result, cart, invoices } = messages.en
  await page.goto('/faq')
  await addToCart(page, await freshChoice(page, productFor('wayfare', 'en', 'instant'), 2))
  await checkOut(page, 'en')
  await payWith(page, cards.good)
  await awaitResult(page, '/checkout/success', result.success)
  await page.getByRole('link', { name: result.booking }).click()
  await page.getByRole('heading', { level: 1, name: /INV-/ }).waitFor()
  await layOutForPaper(page)
  for (const name of [result.ticket, invoices.cancel, result.invoice])
    expect(await page.getByText(name, { exact: true }).isVisible(), name).toBe(false)
  expect(await page.getByText(cart.priceDetails).isVisible()).toBe(true)
  const lines = page.locator('.booked > .fold .sums')
  expect(await lines.evaluate((list) => list.checkVisibility({ contentVisibilityAuto: true }))).toBe(true)
})

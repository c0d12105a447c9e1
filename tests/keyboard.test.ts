import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { deployments, direction, languages, pathIn, messages } from './support/storefronts'
import { test } from './support/visit'

interface Stop {
  name: string
  x: number
  right: number
  y: number
  bottom: number
  ring: number
}

/** Returns the focused element's name, its box and the width of its focus ring. */
async function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const { x, y, right, bottom } = element.getBoundingClientRect()
    const ringOf = (of: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(of)
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    }
    // A card's one link shows its ring around the card.
    const ring = Math.max(ringOf(element), ringOf(element.closest('li, label') ?? element))
    return {
      name: element.textContent || element.getAttribute('aria-label') || element.tagName,
      x,
      y,
      right,
      bottom,
      ring,
    }
  })
}

/** Returns the Tab stops in the header, the skip link first. */
async function headerStops(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    if (!(await page.evaluate(() => document.activeElement?.closest('header') !== null))) return stops
    stops.push(await focused(page))
  }
  throw new Error('the keyboard never leaves the header')
}

describe.each(deployments)('the home of %s', (deployment) => {
  describe.each(languages)('in %s', (language) => {
    test('has a skip link to the content as its first Tab stop', async ({ visit }) => {
      const page = await visit(deployment)
      await page.goto(pathIn(language, '/'))
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: messages[language].nav.skip })
      expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
      expect((await skip.boundingBox())?.y, 'it shows once it has the focus').toBeGreaterThanOrEqual(0)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    })

    test('has the header’s Tab stops in reading order, each with a focus ring of 3 pixels', async ({ visit }) => {
      const page = await visit(deployment)
      await page.goto(pathIn(language, '/'))
      const [, ...stops] = await headerStops(page)
      expect(stops.length).toBeGreaterThan(3)
      expect(stops.filter(({ ring }) => ring < 3)).toEqual([])
      for (const [at, next] of stops.slice(1).entries()) {
        const stop = stops[at] as Stop
        const forward = direction[language] === 'ltr' ? next.x >= stop.x : next.right <= stop.right
        const below = next.y >= stop.bottom - 1
        expect(forward || below, `${next.name} comes after ${stop.name}`).toBe(true)
      }
    })

    test('shows a focus ring of 3 pixels at the Tab stops of the content', async ({ visit }) => {
      const page = await visit(deployment)
      await page.goto(pathIn(language, '/'))
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      for (let presses = 0; presses < 15; presses++) {
        await page.keyboard.press('Tab')
        const stop = await focused(page)
        expect(stop.ring, `${stop.name} (${presses})`).toBeGreaterThanOrEqual(3)
      }
    })
  })
})

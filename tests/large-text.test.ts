import { expect } from 'vitest'
import { addToCart, freshChoice, productFor } from './support/booking'
import { languagesOf, pathIn, type Deployment } from './support/storefronts'
import { addressOf } from './support/tree'
import { test } from './support/visit'

test.for<Deployment>(['wayfare', 'derb-house'])(
  'a cart and its checkout at %s fit a phone with text at 200%, and so does the label of the button',
  async (deployment, { visit }) => {
    const language = languagesOf(deployment).at(-1) ?? 'en'
    const page = await visit(deployment, { viewport: { width: 360, height: 780 } })
    await page.goto(pathIn(language, '/faq'))
    await addToCart(page, await freshChoice(page, productFor(deployment, language, 'instant'), 2))
    for (const path of ['/cart', '/checkout']) {
      await page.goto(pathIn(language, path))
      const button = page.locator('.way-on > .button')
      await button.waitFor()
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
      expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), path).toBe(0)
    }
  },
)

test.for<Deployment>(['wayfare', 'derb-house'])(
  'no bar at the foot of a phone covers more than a quarter of %s with text at 200%, and titles are not broken by letters',
  async (deployment, { visit }) => {
    const language = languagesOf(deployment).at(-1) ?? 'en'
    const page = await visit(deployment, { viewport: { width: 360, height: 780 } })
    await page.goto(pathIn(language, '/faq'))
    const product = productFor(deployment, language, 'instant')
    await addToCart(page, await freshChoice(page, product, 2))
    const settings = await page.context().newCDPSession(page)
    for (const size of [20, 24, 32]) {
      await settings.send('Page.setFontSizes', { fontSizes: { standard: size } })
      for (const path of [pathIn(language, '/cart'), pathIn(language, '/checkout'), addressOf(product)]) {
        await page.goto(path)
        const bar = page.locator('.way-on, .buy-bar').first()
        await bar.getByRole('button').waitFor()
        const covered = await bar.evaluate((element) => {
          const fixed = getComputedStyle(element).position === 'fixed'
          return fixed ? element.getBoundingClientRect().height / innerHeight : 0
        })
        expect(covered, `${path} at ${size} px`).toBeLessThanOrEqual(0.25)
        const titles = page.locator('.summary-items > li > span:first-child > .strong')
        for (const title of await titles.all()) {
          const share = await title.evaluate((element) => element.clientWidth / innerWidth)
          expect(share, `a title of ${path} at ${size} px`).toBeGreaterThan(0.3)
        }
      }
    }
  },
)

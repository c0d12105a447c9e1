import { expect } from 'vitest'
import { addToCart, freshChoice, productFor } from './support/booking'
import { languagesOf, pathIn, type Deployment } from './support/storefronts'
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

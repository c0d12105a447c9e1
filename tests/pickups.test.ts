import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { addToCart, awaitResult, cards, checkOut, freshChoice, payWith, productFor } from './support/booking'
import { messages, pathIn, type AnyLanguage } from './support/storefronts'
import { test } from './support/visit'

/** Returns the names of the text fields as a screen reader announces them. */
async function fieldNames(form: Locator): Promise<string[]> {
  const lines = (await form.ariaSnapshot()).matchAll(/textbox "([^"]*)"/g)
  return Array.from(lines, ([, name = '']) => name)
}

test.for<AnyLanguage>(['en', 'ar', 'fr'])(
  'the address of a pickup and that of its way back have labels of their own in %s',
  async (language, { visit }) => {
    const t = messages[language]
    const page = await visit('derb-house')
    await page.goto(pathIn(language, '/faq'))
    const product = productFor('derb-house', language, 'instant', ({ pickup, dropOff }) => {
      return pickup?.addressRequired === true && dropOff !== undefined && !dropOff.points
    })
    await addToCart(page, await freshChoice(page, product, 2))
    await checkOut(page, language)
    await payWith(page, cards.good)
    await awaitResult(page, pathIn(language, '/checkout/success'), t.result.success)
    await page.goto(pathIn(language, `/invoices/${new URL(page.url()).searchParams.get('order')}`))
    await page.getByRole('button', { name: t.places.change }).click()
    const dialog = page.getByRole('dialog', { name: t.places.change })
    await dialog.getByText(t.places.elsewhereHint).waitFor()
    expect(await fieldNames(dialog)).toEqual([t.places.hotel, t.places.hotelBack])
  },
)

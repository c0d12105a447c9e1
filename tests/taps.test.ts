import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { fillBuyer, payButton, productFor } from './support/booking'
import { pathIn, messages } from './support/storefronts'
import { test } from './support/visit'

/** The most taps from the chosen date to the payment page. */
const maxTaps = 6

const language = 'ar'
const t = messages[language]

test('a returning visitor on a phone reaches the payment page within six taps', async ({ visit }) => {
  const page = await visit('wayfare', { viewport: { width: 360, height: 780 }, hasTouch: true })
  const payload = productFor('wayfare', language, 'instant', ({ pickup }) => {
    const [first, second] = pickup?.points ?? []
    return pickup?.addressRequired === true && second !== undefined && !first?.exact
  })
  const sheet = page.getByRole('dialog', { name: t.ticket.title })
  const openSheet = async () => {
    await page.goto(pathIn(language, payload.path))
    await page.locator('.buy-bar').getByRole('button').tap()
    await sheet.getByRole('button', { name: t.ticket.book }).waitFor()
  }
  let taps = 0
  const tap = async (what: Locator) => {
    taps++
    await what.tap()
  }
  const bookAndPay = async (fill: () => Promise<void>) => {
    taps = 0
    await tap(sheet.getByRole('button', { name: t.ticket.book }))
    await page.waitForURL((url) => url.pathname === pathIn(language, '/checkout'))
    await fill()
    await tap(page.locator('.place-fields input[type=radio]').first())
    const hotel = page.getByLabel(t.places.hotel).first()
    await tap(hotel)
    await hotel.fill('Al Seef Street 1')
    await tap(payButton(page, language))
    await page.waitForURL(/\/sandbox\/pay\//)
  }

  await openSheet()
  await bookAndPay(async () => {
    await fillBuyer(page, language)
    await page.getByLabel(t.checkout.remember).check()
  })
  // Starts another visit with a new tab and an empty cart.
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await openSheet()
  await bookAndPay(async () => {
    expect(await page.getByLabel(t.checkout.firstName, { exact: true }).inputValue()).not.toBe('')
    expect(await payButton(page, language).isVisible(), 'the button is visible at once').toBe(true)
  })
  expect(taps).toBeLessThanOrEqual(maxTaps)
})

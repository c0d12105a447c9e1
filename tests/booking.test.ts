import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  addToCart,
  awaitResult,
  cards,
  checkOut,
  fillBuyer,
  freshChoice,
  openTicket,
  runOperatorCommand,
  payButton,
  payWith,
  productFor,
  referenceOn,
} from './support/booking'
import { languages, pathIn, messages, type Language } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { test } from './support/visit'

// The browser logs the API's 409 responses as errors.
const refusals = /answer 409|status of 409/

const cartCount = (page: Page) => page.locator('[data-cart-count]')
const result = (language: Language, name: 'success' | 'error' | 'on_hold') => pathIn(language, `/checkout/${name}`)

/** Puts a fresh choice into the visitor's cart and opens the payment page. */
async function goToPaymentPage(page: Page, language: Language, confirmation = 'instant') {
  await page.goto(pathIn(language, '/faq'))
  await addToCart(page, await freshChoice(page, productFor('wayfare', language, confirmation), 2))
  await checkOut(page, language)
}

describe.each(languages)('booking in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const t = messages[language]

  test('a visitor fills the cart, pays and gets a confirmed booking', async ({ visit }) => {
    const page = await visit('wayfare')
    const payload = productFor('wayfare', language, 'instant', ({ pickup, dropOff }) => {
      const [first, second] = pickup?.points ?? []
      return pickup?.addressRequired === true && !dropOff?.points && second !== undefined && !first?.exact
    })
    await page.goto(pathIn(language, payload.path))
    const ticket = await openTicket(page, language)
    await ticket.getByRole('button', { name: t.ticket.add }).click()
    const toCart = ticket.getByRole('link', { name: t.ticket.toCart })
    await toCart.waitFor()
    await expect.poll(() => cartCount(page).textContent()).toBe('1')
    await toCart.click()

    await page.waitForURL((url) => url.pathname === pathIn(language, '/cart'))
    await page.getByRole('link', { name: payload.title }).first().waitFor()
    const proceed = page
      .getByRole('link', { name: t.cart.proceed })
      .or(page.getByRole('button', { name: t.cart.proceed }))
    await proceed.click()
    await page.waitForURL((url) => url.pathname === pathIn(language, '/checkout'))
    await fillBuyer(page, language)
    await payButton(page, language).click()
    // Travellers are picked up at their hotel, and none has been entered.
    await page.getByText(t.form.required).first().waitFor()
    await page.locator('.place-fields input[type=radio]').first().check()
    await page.getByLabel(t.places.hotel).first().fill('Al Seef Street 1')
    await payButton(page, language).click()
    await page.waitForURL(/\/sandbox\/pay\//)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)

    await payWith(page, cards.good)
    await awaitResult(page, result(language, 'success'), t.result.success)
    await expect.poll(() => page.getByText(t.result.status.CONFIRMED).count()).toBeGreaterThan(0)
    await expect.poll(() => cartCount(page).isVisible(), { message: 'the cart is empty' }).toBe(false)
    expect(await runOperatorCommand('bookings', 'list', '--status', 'CONFIRMED')).toContain(await referenceOn(page))
  })

  testInOneLanguage('a visitor pays with another card after the first is declined', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /402/ })
    await goToPaymentPage(page, language)
    await payWith(page, cards.declined)
    await page.getByRole('alert').first().waitFor()
    expect(await page.locator('#holder').inputValue(), 'what was typed').toBe('Maren Keller')
    await page.locator('form.back button').click()

    await awaitResult(page, result(language, 'error'), t.result.payment_failed)
    await page.getByText(t.result.payment_failedText).waitFor()
    await page.getByRole('button', { name: t.result.retry }).click()
    await page.waitForURL(/\/sandbox\/pay\//)
    await payWith(page, cards.good)
    await awaitResult(page, result(language, 'success'), t.result.success)
  })

  testInOneLanguage('a visitor confirms the payment when the bank asks for it', async ({ visit }) => {
    const page = await visit('wayfare')
    await goToPaymentPage(page, language)
    await payWith(page, cards.challenged)
    await page.locator('button[value="approve"], button.primary').first().click()
    await awaitResult(page, result(language, 'success'), t.result.success)
  })

  testInOneLanguage('a visitor reserves now and pays later', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/faq'))
    await addToCart(page, await freshChoice(page, productFor('wayfare', language, 'instant'), 2))
    await page.goto(pathIn(language, '/checkout'))
    await fillBuyer(page, language)
    await page.getByRole('radio', { name: t.checkout.payLater }).click()
    await page.getByRole('button', { name: t.checkout.reserve }).click()
    await awaitResult(page, result(language, 'success'), t.result.reserved)
    await page.getByText(t.result.reservedText).waitFor()
  })

  testInOneLanguage(
    'a booking on request waits until the supplier confirms it, and is then charged',
    async ({ visit }) => {
      const page = await visit('wayfare')
      await goToPaymentPage(page, language, 'on_request')
      await payWith(page, cards.good)
      await awaitResult(page, result(language, 'on_hold'), t.result.on_hold)
      await page.getByText(t.result.authorised).first().waitFor()

      await runOperatorCommand('bookings', 'confirm', `${await referenceOn(page)}/1`)
      await page.reload()
      await awaitResult(page, result(language, 'success'), t.result.success)
      await page.getByText(t.result.captured).first().waitFor()
    },
  )

  testInOneLanguage(
    'a visitor puts a rejected booking back into the cart, without the confirmed one',
    async ({ visit }) => {
      const page = await visit('wayfare')
      await page.goto(pathIn(language, '/faq'))
      const onRequest = productFor('wayfare', language, 'on_request')
      await addToCart(page, await freshChoice(page, productFor('wayfare', language, 'instant'), 1))
      await addToCart(page, await freshChoice(page, onRequest, 1))
      await checkOut(page, language)
      await payWith(page, cards.good)
      await awaitResult(page, result(language, 'on_hold'), t.result.on_hold)

      await runOperatorCommand('bookings', 'reject', `${await referenceOn(page)}/2`, '--yes')
      await page.reload()
      await awaitResult(page, result(language, 'success'), t.result.partial)
      await page.getByRole('button', { name: t.result.backToCart }).click()
      await page.waitForURL((url) => url.pathname === pathIn(language, '/cart'))
      await page.getByRole('link', { name: onRequest.title }).first().waitFor()
      await expect.poll(() => cartCount(page).textContent()).toBe('1')
    },
  )

  testInOneLanguage('the result page shows a slow payment as confirmed without a reload', async ({ visit }) => {
    const page = await visit('wayfare')
    await goToPaymentPage(page, language)
    await payWith(page, cards.slow)
    await page.getByRole('heading', { level: 1, name: t.result.in_progress }).waitFor()
    await awaitResult(page, result(language, 'success'), t.result.success)
  })
})

describe('the last seats', () => {
  test('are sold to one of two visitors; the other sees that they are sold out', async ({ visit }) => {
    const [first, second] = [await visit('wayfare'), await visit('wayfare', { expected: refusals })]
    await Promise.all([first.goto('/faq'), second.goto('/ar/faq')])
    const payload = productFor('wayfare', 'en', 'instant')
    const option = payload.product.options[0]
    const choice = await freshChoice(first, payload, 1)
    // Other visitors hold all seats but two.
    const left = 2
    for (let rest = (option?.capacity ?? 0) - left; rest > 0;) {
      const party = Math.min(rest, option?.maxTravellers ?? 1)
      const other = await visit('wayfare')
      await other.goto('/faq')
      await addToCart(other, {
        ...choice,
        units: [{ ...choice.units[0], quantity: party } as (typeof choice.units)[0]],
      })
      await other.goto('/checkout')
      await fillBuyer(other, 'en')
      await payButton(other, 'en').click()
      await other.waitForURL(/\/sandbox\/pay\//)
      rest -= party
    }
    const couple = { ...choice, units: [{ ...choice.units[0], quantity: left } as (typeof choice.units)[0]] }
    await Promise.all([addToCart(first, couple), addToCart(second, couple)])
    await Promise.all([first.goto('/checkout'), second.goto('/ar/checkout')])
    await Promise.all([fillBuyer(first, 'en'), fillBuyer(second, 'ar')])
    await payButton(first, 'en').click()
    await first.waitForURL(/\/sandbox\/pay\//)
    await payButton(second, 'ar').click()
    const refused = new RegExp([messages.ar.problem.sold_out, messages.ar.cart.none_available].join('|'))
    await second.getByText(refused).first().waitFor()
    expect(
      await second.getByLabel(messages.ar.checkout.firstName, { exact: true }).inputValue(),
      'what was typed',
    ).toBe('نورة')
    await payWith(first, cards.good)
    await awaitResult(first, '/checkout/success', messages.en.result.success)
  })
})

describe('the cart', () => {
  test.for(['cart', 'checkout'] as const)(
    'shows at /%s that it is empty before the API answers, if no items are remembered',
    async (name, { visit }) => {
      const page = await visit('wayfare')
      await page.route('**/api/v1/cart', () => {}) // is never answered
      await page.goto(`/${name}`)
      const heading = page.getByRole('heading', { name: messages.en[name].empty })
      await heading.waitFor()
      await page.evaluate(() => localStorage.setItem('cart-count', '1'))
      await page.reload()
      await page.locator(`[data-island=${name}] .skeleton`).first().waitFor()
      expect(await heading.isVisible(), 'while the cart may have items').toBe(false)
    },
  )

  test('updates in every tab when an item is added or removed', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/blog')
    const other = await page.context().newPage()
    await other.goto('/cart')
    await other.locator('[data-island=cart] > .empty').waitFor()
    const payload = productFor('wayfare', 'en', 'instant')
    await page.goto(payload.path)
    const ticket = await openTicket(page, 'en')
    await ticket.getByRole('button', { name: messages.en.ticket.add }).click()
    await other.getByRole('link', { name: payload.title }).first().waitFor()
    await expect.poll(() => cartCount(other).textContent()).toBe('1')
    await other.getByRole('button', { name: messages.en.cart.removeItem.replace('{{title}}', payload.title) }).click()
    await expect.poll(() => cartCount(page).isVisible()).toBe(false)
  })

  test('takes a promo code, and shows an error for an unknown one', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /422/ })
    await runOperatorCommand('promos', 'create', 'TENTH', '--deployment', 'wayfare', '--percent', '10')
    await page.goto('/faq')
    await addToCart(page, await freshChoice(page, productFor('wayfare', 'en', 'instant'), 1))
    await page.goto('/cart')
    await page.getByText(messages.en.cart.promoAdd).click()
    const field = page.getByLabel(messages.en.cart.promoField, { exact: true })
    await field.fill('TWELFTH')
    await page.getByRole('button', { name: messages.en.cart.promoApply }).click()
    await page.getByText(messages.en.problem.promo_unknown).waitFor()
    expect(await field.inputValue()).toBe('TWELFTH')
    await field.fill('tenth')
    await page.getByRole('button', { name: messages.en.cart.promoApply }).click()
    await page.getByText(messages.en.cart.promo.replace('{{code}}', 'TENTH')).first().waitFor()
  })

  test('keeps the typed details at checkout and shows an error if the API is unavailable', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /503/ })
    await page.goto('/faq')
    await addToCart(page, await freshChoice(page, productFor('wayfare', 'en', 'instant'), 1))
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/checkout')
    await fillBuyer(page, 'en')
    const problem = { type: 'x', title: 'x', status: 503, code: 'unavailable', detail: 'x', instance: 'x' }
    await page.route('**/api/v1/checkout', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    )
    await payButton(page, 'en').click()
    const alert = page.getByRole('alert').filter({ hasText: messages.en.problem.unavailable })
    await alert.waitFor()
    await expect
      .poll(
        async () => {
          const { y, height } = (await alert.boundingBox()) ?? { y: -1, height: 0 }
          const bar = await payButton(page, 'en').boundingBox()
          return y > 0 && y + height < (bar?.y ?? 0)
        },
        { message: 'the error is on the screen, above the bar with the button' },
      )
      .toBe(true)
    expect(await page.getByLabel(messages.en.checkout.email, { exact: true }).inputValue()).toBe('maren@example.com')
    await page.unroute('**/api/v1/checkout')
    await payButton(page, 'en').click()
    await page.waitForURL(/\/sandbox\/pay\//)
  })
})

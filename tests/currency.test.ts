import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { components } from '../site/features/http/api.gen'
import { axeViolations, themeOf } from './support/axe'
import {
  addToCart,
  callApi,
  awaitResult,
  cards,
  checkOut,
  freshChoice,
  openTicket,
  payButton,
  payWith,
  productFor,
} from './support/booking'
import { isPdf, saveDownload } from './support/ticket'
import { languages, listingPath, pathIn, messages, type Language } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { test } from './support/visit'

type Order = components['schemas']['Order']

/** Chooses a currency by the visible control of the header. */
async function choose(page: Page, language: Language, code: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByLabel(messages[language].nav.currencyChoice)
    .filter({ visible: true })
    .selectOption(code)
  await page.waitForFunction((want) => document.querySelector('[data-currency-code]')?.textContent === want, code)
}

/** Returns the texts of the page with an amount, except charged totals and notes about rates, which are exact. */
function amountsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const element = node.parentElement
      if (!element || element.closest('script, style, select, [data-currency-code], [data-currency-note], .you-pay'))
        continue
      // Prose and reviews are not converted.
      if (element.closest('.prose, .review, button')) continue
      const text = node.textContent ?? ''
      if (/(AED|د\.إ|€|US\$|OMR|ر\.ع)\s*/.test(text) && /\d/.test(text))
        found.push(element.closest('bdi')?.textContent ?? text)
    }
    return found
  })
}

/** Returns the prices of the page without a currency's sign, or not marked (as approximate) as they should be. */
async function unconverted(page: Page, sign: RegExp, marked: boolean): Promise<string[]> {
  const all = await amountsOn(page)
  expect(all.length, 'prices on the page').toBeGreaterThan(0)
  return all.filter((text) => !sign.test(text) || text.includes('≈') !== marked)
}

const euros = /€/
/** The euro as sentences name it. */
const euro = { en: 'EUR', ar: 'اليورو' }

describe.each(languages)('currencies in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const t = messages[language]
  const product = () => productFor('wayfare', language, 'instant')

  test('every price is in the chosen currency, also after a reload and on the next page', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/'))
    expect(await unconverted(page, /AED|د\.إ/, false)).toEqual([])
    await choose(page, language, 'EUR')
    expect(await unconverted(page, euros, true)).toEqual([])
    await page.reload()
    await page.waitForFunction(() => document.querySelector('[data-money]')?.textContent?.includes('€'))
    expect(await unconverted(page, euros, true)).toEqual([])
    await page.goto(pathIn(language, listingPath.wayfare))
    await page.waitForFunction(() => document.querySelector('[data-money]')?.textContent?.includes('€'))
    expect(await unconverted(page, euros, true)).toEqual([])
    await page.locator('#page .card a').first().click()
    await page.locator('#page[data-kind="product"]').waitFor()
    expect(await unconverted(page, euros, true), 'after a client-side navigation').toEqual([])
    const note = page.locator('[data-currency-note]')
    expect(await note.textContent()).toContain(euro[language])
    expect(await note.isVisible()).toBe(true)
    expect(await axeViolations(page, themeOf(language, 0))).toEqual([])
    await choose(page, language, 'AED')
    expect(await unconverted(page, /AED|د\.إ/, false)).toEqual([])
    expect(await note.isVisible()).toBe(false)
  })

  testInOneLanguage(
    'a link sets the currency of a visitor without one, if the shop shows that currency',
    async ({ visit }) => {
      const page = await visit('wayfare')
      const shown = (symbol: string) =>
        page.waitForFunction(
          (want) => document.querySelector('#page [data-money]')?.textContent?.includes(want),
          symbol,
        )
      const own = language === 'en' ? 'AED' : 'د.إ'
      await page.goto(pathIn(language, `${product().path}?currency=INR`)) // the shop does not show it
      await shown(own)
      await page.context().clearCookies()
      await page.goto(pathIn(language, `${product().path}?currency=EUR`))
      await shown('€')
      await page.goto(pathIn(language, `${product().path}?currency=AED`))
      await shown('€')
    },
  )

  testInOneLanguage(
    'another tab changes the currency of an open booking form, which keeps its state',
    async ({ visit }) => {
      const page = await visit('wayfare')
      await page.goto(pathIn(language, product().path))
      const ticket = await openTicket(page, language)
      await ticket.locator('.total output').filter({ hasNotText: '€' }).waitFor()
      const other = await page.context().newPage()
      await other.goto(pathIn(language, '/faq'))
      await choose(other, language, 'EUR')
      await ticket.locator('.total output').filter({ hasText: '€' }).waitFor()
      expect(await unconverted(page, euros, true)).toEqual([])
      await ticket.getByRole('button', { name: t.ticket.add }).waitFor()
      await ticket.getByRole('button', { name: t.ticket.date }).first().click()
      await page.getByText(t.ticket.pricesAbout.replace('{{currency}}', euro[language])).waitFor()
    },
  )

  testInOneLanguage('an order shown in EUR is charged in AED, and keeps its exchange rate', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/faq'))
    const cart = await addToCart(page, await freshChoice(page, product(), 2))
    await choose(page, language, 'EUR')
    await page.goto(pathIn(language, '/cart'))
    await page.locator('.sums-total').getByText('€').waitFor()
    expect(await unconverted(page, euros, true)).toEqual([])
    expect(await page.locator('.you-pay').textContent()).toContain(String(Math.floor(cart.total / 100) % 1000))
    expect(await axeViolations(page, 'light')).toEqual([])
    await page.goto(pathIn(language, '/checkout'))
    await payButton(page, language).waitFor()
    expect(await unconverted(page, euros, true)).toEqual([])
    expect(await page.locator('.you-pay').count()).toBe(1)
    expect(await payButton(page, language).textContent()).not.toContain('€')
    await checkOut(page, language)
    expect(await page.textContent('body')).toMatch(/AED|د\.إ/)
    await payWith(page, cards.good)
    await awaitResult(page, pathIn(language, '/checkout/success'), t.result.success)
    const id = new URL(page.url()).searchParams.get('order') ?? ''
    const order = await callApi<Order>(page, 'GET', `/orders/${id}`)
    expect([order.currency, order.total, order.shown?.currency, order.shown?.rate]).toEqual([
      'AED',
      cart.total,
      'EUR',
      '0.2351',
    ])
    const locked = page.getByText('1 AED = 0.2351 EUR')
    await locked.waitFor()
    await choose(page, language, 'USD')
    expect(await locked.isVisible()).toBe(true)
    expect(await page.locator('.booked-price').first().textContent(), 'what was charged').not.toMatch(/US\$|≈/)
    expect(await isPdf(await saveDownload(page, page.getByRole('link', { name: t.result.invoice }).first()))).toBe(true)
  })

  testInOneLanguage('an order in an accepted currency is charged in that currency', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/faq'))
    await choose(page, language, 'USD')
    const cart = await addToCart(page, await freshChoice(page, product(), 2))
    expect([cart.currency, cart.outcome]).toEqual(['USD', 'all_available'])
    await page.goto(pathIn(language, '/cart'))
    await page.locator('.sums-total').getByText('US$').waitFor()
    expect(await page.locator('.you-pay').count()).toBe(0)
    await checkOut(page, language)
    expect(await page.textContent('body')).toMatch(/US\$|USD/)
    await payWith(page, cards.good)
    await awaitResult(page, pathIn(language, '/checkout/success'), t.result.success)
    const id = new URL(page.url()).searchParams.get('order') ?? ''
    const order = await callApi<Order>(page, 'GET', `/orders/${id}`)
    expect([order.currency, order.total, order.payment.captured]).toEqual(['USD', cart.total, cart.total])
    expect(order.bookings[0]?.exchanged).toMatchObject({ currency: 'AED', rate: '0.27229' })
    await page.getByText('1 AED = 0.27229 USD').waitFor()
  })

  testInOneLanguage('prices in OMR have three decimals, and without scripts prices stay in AED', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, '/'))
    await choose(page, language, 'OMR')
    const all = await amountsOn(page)
    expect(all.filter((text) => !/\d(\.\d\d0)?\b/.test(text) || !/OMR|ر\.ع/.test(text))).toEqual([])
    expect(all.some((text) => /\.\d\d0/.test(text))).toBe(true)
    const still = await visit('wayfare', { javaScriptEnabled: false })
    await still.context().addCookies([{ name: 'currency', value: 'EUR', url: page.url() }])
    await still.goto(pathIn(language, '/'))
    expect(await still.getByLabel(t.nav.currencyChoice).filter({ visible: true }).count()).toBe(0)
    expect(await still.locator('[data-money]').first().textContent()).toMatch(/AED|د\.إ/)
  })

  testInOneLanguage('a visitor chooses the currency in the menu on a phone', async ({ visit }) => {
    const page = await visit('wayfare', { viewport: { width: 360, height: 740 } })
    await page.goto(pathIn(language, '/'))
    await page.getByRole('navigation', { name: t.nav.main }).locator('summary').click()
    await page.getByRole('navigation', { name: t.nav.main }).getByLabel(t.nav.currencyChoice).selectOption('EUR')
    await page.waitForFunction(() => document.querySelector('[data-money]')?.textContent?.includes('€'))
    expect(await unconverted(page, euros, true)).toEqual([])
  })
})

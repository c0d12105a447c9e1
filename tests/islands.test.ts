import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Product } from '../site/lib/payload.gen'
import { productFor } from './support/booking'
import { waitUntilIdle } from './support/quiet'
import { findPage, isOnSale } from './support/tree'
import { languages, pathIn, messages, type Language } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { test } from './support/visit'

function productIn(language: Language): Product {
  return findPage('wayfare', language, 'product', (payload) => isOnSale(payload) && hasOpenTicket(payload))
}

/** Reports whether an adult can be added to the booking form's initial party. */
function hasOpenTicket({ product }: Product): boolean {
  const [option] = product.options
  const adult = option?.units.find(({ type }) => type === 'ADULT')
  return option !== undefined && option.maxTravellers > 3 && adult !== undefined && (adult.max ?? 9) > 3
}

function ticketOf(page: Page, language: Language) {
  const t = messages[language].ticket
  const ticket = page.getByRole('complementary', { name: t.title })
  return {
    ticket,
    date: ticket.getByRole('button', { name: t.date }),
    total: ticket.getByRole('status').filter({ hasText: /AED|د\.إ/ }),
    add: ticket.getByRole('button', { name: t.add }),
    travellers: ticket.getByText(t.travellers, { exact: true }),
    oneMore: ticket.getByRole('button', { name: t.more.replace('{{unit}}', messages[language].unit.ADULT) }),
  }
}

describe.each(languages)('the booking form in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const t = messages[language].ticket

  testInOneLanguage('takes a date, and raises its total when a traveller is added', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, productIn(language).path))
    const { ticket, date, total, travellers, oneMore } = ticketOf(page, language)
    await date.click()
    const days = ticket.getByRole('grid').getByRole('button', { disabled: false })
    await days.last().click()
    await expect.poll(() => ticket.getByRole('grid').count()).toBe(0)
    expect(await date.textContent()).toMatch(/\d/)

    const before = amountOf(await total.textContent())
    await travellers.click()
    await oneMore.click()
    await expect.poll(async () => amountOf(await total.textContent())).toBeGreaterThan(before)
  })

  test('can be filled in and added to the cart by keyboard', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(pathIn(language, productIn(language).path))
    const { ticket, date, total, travellers, oneMore, add } = ticketOf(page, language)
    await expect.poll(() => date.count()).toBe(1)
    await date.focus()
    const chosen = await date.textContent()
    await page.keyboard.press('Enter')
    await tabTo(page, ticket.getByRole('grid').getByRole('button', { disabled: false }).first())
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => ticket.getByRole('grid').count()).toBe(0)
    await expect.poll(() => date.textContent()).not.toBe(chosen)
    expect(await date.evaluate((button) => button === document.activeElement), 'the focus returns').toBe(true)

    const before = amountOf(await total.textContent())
    await tabTo(page, travellers)
    await page.keyboard.press('Enter')
    await tabTo(page, oneMore)
    await page.keyboard.press('Space')
    await expect.poll(async () => amountOf(await total.textContent())).toBeGreaterThan(before)
    await tabTo(page, add)
    await page.keyboard.press('Enter')
    await expect.poll(() => ticket.getByRole('link', { name: t.toCart }).count()).toBe(1)
    const cart = messages[language].booking.inCart_one.replace('{{count}}', '1')
    expect(await page.getByRole('link', { name: cart }).count(), 'the header counts it').toBe(1)
  })

  testInOneLanguage('opens in a sheet on a narrow screen', async ({ visit }) => {
    const page = await visit('wayfare', { viewport: { width: 360, height: 740 } })
    await page.goto(pathIn(language, productIn(language).path))
    await page.getByRole('button', { name: t.check }).click()
    const sheet = page.getByRole('dialog', { name: t.title })
    await expect.poll(() => sheet.isVisible()).toBe(true)
    await sheet.getByRole('button', { name: t.close }).click()
    await expect.poll(() => sheet.isVisible()).toBe(false)
  })

  testInOneLanguage('links to the published options and prices without scripts', async ({ visit }) => {
    const page = await visit('wayfare', { javaScriptEnabled: false })
    await page.goto(pathIn(language, productIn(language).path))
    await page.getByRole('complementary', { name: t.title }).getByRole('link', { name: t.check }).first().click()
    expect(new URL(page.url()).hash).toBe('#options')
    const options = page.getByRole('heading', { name: messages[language].product.options })
    await expect.poll(async () => (await options.boundingBox())?.y).toBeLessThan(400)
  })
})

test.for(languages)(
  'the result page in %s promises nothing that only a script can do, without scripts',
  async (language, { visit }) => {
    const { result } = messages[language]
    const page = await visit('wayfare', { javaScriptEnabled: false })
    await page.goto(pathIn(language, '/checkout/success?order=01a22d38'))
    const main = page.getByRole('main')
    expect(await main.getByRole('heading', { level: 1 }).innerText()).toBe(result.title)
    const text = await main.innerText()
    for (const promise of [result.looking, result.in_progressText]) expect(text).not.toContain(promise)
    expect(text).toContain(result.noScript)
  },
)

describe('islands', () => {
  // Other tests write reviews of these products, and new reviews mount an island.
  const reviewed = languages.map((language) => productFor('wayfare', language, 'instant').slug)
  const product = findPage(
    'wayfare',
    'en',
    'product',
    (payload) => isOnSale(payload) && !reviewed.includes(payload.slug),
  )
  test.for(['/blog', '/faq', '/', '/things-to-do', product.path])(
    'load no React while a visitor reads %s',
    async (path, { visit }) => {
      const page = await visit('wayfare')
      const scripts: string[] = []
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.url())
      })
      await page.goto(path)
      await waitUntilIdle(page)
      for (const heading of await page.getByRole('heading', { level: 2 }).all()) await heading.scrollIntoViewIfNeeded()
      await waitUntilIdle(page)
      expect(scripts.length, 'the boot script was loaded').toBeGreaterThan(0)
      const sources = await Promise.all(scripts.map(async (url) => (await page.request.get(onLoopback(url))).text()))
      expect(scripts.filter((_, at) => /react\.(?:element|transitional)|createRoot/.test(sources[at] ?? ''))).toEqual(
        [],
      )
    },
  )

  test('open the photo viewer, which Escape closes', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto(productIn('en').path)
    await page.getByRole('list', { name: messages.en.product.photos }).getByRole('link').first().click()
    const box = page.getByRole('dialog', { name: messages.en.product.photos })
    await expect.poll(() => box.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => box.isVisible()).toBe(false)
  })

  test('sort the reviews once they are scrolled into view', async ({ visit }) => {
    const { path, product } = findPage(
      'wayfare',
      'en',
      'product',
      (payload) => (payload.product.reviews?.length ?? 0) > 3,
    )
    const lowest = Math.min(...(product.reviews ?? []).map(({ rating }) => rating))
    const page = await visit('wayfare')
    await page.goto(path)
    const order = page.getByLabel(messages.en.reviews.sort)
    await order.scrollIntoViewIfNeeded()
    await order.selectOption({ label: messages.en.reviews.lowest })
    const first = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('time') })
      .first()
    await expect
      .poll(() => first.textContent())
      .toContain(product.reviews?.find(({ rating }) => rating === lowest)?.author)
  })

  test('mount after a client-side navigation', async ({ visit }) => {
    const product = productIn('en')
    const page = await visit('wayfare')
    await page.goto(`/things-to-do-in-${product.city.id}`)
    await page.getByRole('main').getByRole('link', { name: product.title }).first().click()
    const { ticket, date } = ticketOf(page, 'en')
    await date.click()
    await expect.poll(() => ticket.getByRole('grid').count()).toBe(1)
  })
})

/** Returns the number in a price: 'AED 1,250' → 1250. */
function amountOf(price: string | null): number {
  return Number(/\d[\d,]*(?:\.\d+)?/.exec(price ?? '')?.[0].replaceAll(',', ''))
}

/** Presses Tab until a control has the focus; fails if the keyboard never gets there. */
async function tabTo(page: Page, control: ReturnType<Page['getByRole']>) {
  for (let presses = 0; presses < 30; presses++) {
    if (await control.evaluate(hasFocus)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not reach the control')
}

/** Reports whether the focus is on a control, on its summary, or on another day of the same calendar. */
function hasFocus(element: Element): boolean {
  const active = document.activeElement
  if (active === (element.closest('summary') ?? element)) return true
  const calendar = element.closest('[role=grid]')
  return calendar !== null && calendar.contains(active)
}

/** Replaces the host by 127.0.0.1, since outside the browser *.localhost may not resolve. */
function onLoopback(url: string): string {
  return url.replace(/\/\/[^:/]+/, '//127.0.0.1')
}

import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  productWithoutPrice,
  fillRequest,
  openRequest,
  answerTooManyTries,
  sendRequest,
  newWriterAddress,
} from './support/inquiries'
import { runOperatorCommand, reserve } from './support/booking'
import { mailedLink } from './support/mail'
import { waitUntilIdle } from './support/quiet'
import { languages, pathIn, messages, type Language } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { test } from './support/visit'

/** Requests a price, answers as the operator, and returns the mailed link. */
async function requestAndAnswer(page: Page, language: Language, ...answer: string[]) {
  const email = newWriterAddress(language)
  const ticket = await openRequest(page, language)
  await fillRequest(ticket, language, { email })
  const reference = await sendRequest(ticket, language)
  await runOperatorCommand('negotiations', 'answer', reference, ...answer)
  return { reference, link: await mailedLink('negotiation_answered', email) }
}

const item = (page: Page, language: Language) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: productWithoutPrice(language).title }) })

describe.each(languages)('a negotiated price in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const t = messages[language]

  testInOneLanguage('is requested by a visitor, mailed as a link by the shop, and sold once', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /410/ })
    const email = newWriterAddress(language)
    const ticket = await openRequest(page, language)
    await fillRequest(ticket, language, { email, offer: '2,000.50', message: 'Somewhere quiet.' })
    const reference = await sendRequest(ticket, language)
    expect(await ticket.innerText()).toContain(email)
    const listed = JSON.parse(await runOperatorCommand('negotiations', 'list', '--json')) as Record<string, unknown>[]
    const request = listed.find((one) => one.reference === reference)
    expect(request).toMatchObject({
      ...{ state: 'open', product: productWithoutPrice(language).slug, offer: 200_050, email, phone: '+971 501234567' },
      message: 'Somewhere quiet.',
    })

    await runOperatorCommand('negotiations', 'answer', reference, '--price', '2400', '--until', String(request?.date))
    const link = await mailedLink('negotiation_answered', email)
    expect(new URL(link).pathname).toBe(pathIn(language, '/cart'))
    await page.goto(link)
    await item(page, language).getByText(t.cart.agreedUntil.replace('{{moment}}', '')).waitFor()
    expect(await item(page, language).innerText()).toMatch(/2,400/)
    expect(new URL(page.url()).search, 'the secret in the address').toBe('')

    // Anyone with the link can use the price, so that a family can share it. The first order gets it.
    const other = await visit('wayfare', { expected: /410/ })
    await other.goto(link)
    await item(other, language).getByText(t.cart.agreed).waitFor()
    await reserve(page, language)
    await other.reload()
    await item(other, language).getByText(t.cart.agreedOver).waitFor()
    await item(other, language).getByRole('link', { name: t.cart.askAgain }).waitFor()

    for (const late of [page, await visit('wayfare', { expected: /410/ })]) {
      await late.goto(link)
      await late.getByText(t.cart.agreedEnded).waitFor()
      await late.getByRole('heading', { name: t.cart.empty }).waitFor()
    }
  })

  testInOneLanguage('ends when the shop declines the request later, if it has no end date', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /410/ })
    const { reference, link } = await requestAndAnswer(page, language, '--price', '2400', '--never-expires')
    await page.goto(link)
    await item(page, language).getByText(t.cart.agreedForever).waitFor()
    await runOperatorCommand('negotiations', 'answer', reference, '--decline', '--yes')
    await page.reload()
    await item(page, language).getByText(t.cart.agreedOver).waitFor()
    const other = await visit('wayfare', { expected: /410/ })
    await other.goto(link)
    await other.getByText(t.cart.agreedEnded).waitFor()
  })

  testInOneLanguage(
    'is requested by a form that shows each error at its field and keeps its text',
    async ({ visit }) => {
      const page = await visit('wayfare', { expected: /429|503|ERR_FAILED|Failed to load/ })
      const email = newWriterAddress(language)
      const ticket = await openRequest(page, language)
      const send = ticket.getByRole('button', { name: t.negotiation.send })
      const offer = ticket.locator('[id="request.offer"]')
      await offer.fill('about a thousand')
      await send.click()
      const wrong = ticket.locator('[aria-invalid="true"]')
      await expect
        .poll(() => wrong.evaluateAll((all) => all.map(({ id }) => id)))
        .toEqual([...['request.offer', 'request.name', 'request.email', 'request.phone']])
      for (const field of await wrong.all()) {
        const about = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1) ?? ''
        expect(await page.locator(`[id="${about}"]`).innerText()).not.toBe('')
      }
      await expect.poll(() => offer.evaluate((field) => field === document.activeElement)).toBe(true)

      await fillRequest(ticket, language, { email, offer: '1500', message: 'A birthday.' })
      await page.reload()
      await send.and(page.locator(':enabled')).waitFor()
      expect(await ticket.locator('[id="request.email"]').inputValue()).toBe(email)
      expect(await ticket.locator('[id="request.message"]').inputValue()).toBe('A birthday.')

      await page.route('**/api/v1/negotiations', (route) => route.abort('failed'))
      await send.click()
      await ticket.getByText(t.ticket.unreachable).waitFor()
      await page.unroute('**/api/v1/negotiations')
      await answerTooManyTries(page, '**/api/v1/negotiations')
      await send.click()
      await ticket.getByText(t.problem.too_many_tries.split('{{span}}')[0]?.trim() ?? '').waitFor()
      expect(await ticket.locator('[id="request.email"]').inputValue()).toBe(email)
    },
  )
})

test('a request shows that it is being sent while its phone number is still validated', async ({ visit }) => {
  const page = await visit('wayfare')
  const ticket = await openRequest(page, 'en')
  await fillRequest(ticket, 'en', { email: newWriterAddress('en') })
  await page.reload() // the library that knows phone numbers is not loaded
  const send = ticket.getByRole('button', { name: messages.en.negotiation.send })
  await send.and(page.locator(':enabled')).waitFor()
  await waitUntilIdle(page)
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await send.click()
  await expect.poll(() => send.getAttribute('aria-busy'), { timeout: 10_000 }).toBe('true')
  release()
  await ticket.getByRole('heading', { name: messages.en.negotiation.sent }).waitFor()
})

test('the form to request a price opens in a sheet on a narrow screen', async ({ visit }) => {
  const t = messages.en
  const page = await visit('wayfare', { viewport: { width: 360, height: 740 } })
  await page.goto(productWithoutPrice('en').path)
  await page.getByRole('button', { name: t.booking.ask }).click()
  const sheet = page.getByRole('dialog', { name: t.booking.ask })
  await sheet.locator('[id="request.name"]').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  // The form is longer than a screen, so no part of it stays in sight or scrolls by itself.
  const fixedParts = await sheet.locator('form :not(textarea)').evaluateAll((all) =>
    all.flatMap((part) => {
      const { position, overflowY } = getComputedStyle(part)
      return position === 'sticky' || overflowY === 'auto' ? [part.className] : []
    }),
  )
  expect(fixedParts).toEqual([])
})

test('without scripts a product without a price offers chat instead of the form', async ({ visit }) => {
  const page = await visit('wayfare', { javaScriptEnabled: false })
  await page.goto(productWithoutPrice('en').path)
  const aside = page.getByRole('complementary', { name: messages.en.ticket.title })
  expect(await aside.innerText()).toContain(messages.en.booking.askNoScript)
  await aside.getByRole('link', { name: messages.en.footer.chat }).waitFor()
})

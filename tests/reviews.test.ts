import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import type { Product, Review } from '../site/lib/payload.gen'
import { signInAs, createAccount } from './support/account'
import {
  addToCart,
  awaitResult,
  callApi,
  cards,
  checkOut,
  runApiCommand,
  freshChoice,
  runOperatorCommand,
  payWith,
  productFor,
  referenceOn,
} from './support/booking'
import { generate, repository } from './support/build'
import { addressOf, findPage } from './support/tree'
import { languages, pathIn, messages, type Language } from './support/storefronts'
import { alternatingTests } from './support/turns'

const section = (page: Page) => page.locator('#reviews')
const cardsShown = (page: Page) => section(page).locator('.review')

const countWithStars = (reviews: Review[], stars: number) => reviews.filter(({ rating }) => rating === stars).length

/** Returns a number of stars in words. */
function starsIn(language: Language, count: number): string {
  const plurals: Record<string, unknown> = messages[language].reviews
  const rule = new Intl.PluralRules(language).select(count)
  return String(plurals[`stars_${rule}`]).replace('{{count}}', String(count))
}

/** Opens a product's page at its reviews. */
async function openReviews(page: Page, { path, locale, kind }: Product): Promise<void> {
  await page.goto(addressOf({ path, locale, kind }))
  await section(page).scrollIntoViewIfNeeded()
}

describe.each(languages)('product reviews in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const t = messages[language].reviews

  testInOneLanguage('are shown in pages, in the chosen order, and by number of stars', async ({ visit }) => {
    const page = await visit('wayfare')
    // Another product than the one that is reviewed below.
    const { slug: written } = productFor('wayfare', language, 'instant')
    const payload = findPage(
      'wayfare',
      language,
      'product',
      ({ slug, product }) => slug !== written && (product.reviews?.length ?? 0) > 3,
    )
    const all = payload.product.reviews ?? []
    await openReviews(page, payload)
    await section(page).getByText(t.more).click()
    await expect.poll(() => cardsShown(page).count()).toBe(Math.min(6, all.length))
    await section(page).getByLabel(t.sort).selectOption('lowest')
    const lowest = Math.min(...all.map(({ rating }) => rating))
    const first = cardsShown(page).first().getByRole('img')
    await expect
      .poll(() => first.getAttribute('aria-label'))
      .toBe(messages[language].rating.stars.replace('{{value}}', String(lowest)))
    const row = section(page).locator(`[data-replay="stars-${lowest}"]`)
    await row.click()
    await expect.poll(() => row.getAttribute('aria-pressed')).toBe('true')
    await expect
      .poll(() => cardsShown(page).count())
      .toBe(Math.min(3, all.filter(({ rating }) => rating === lowest).length))
    await section(page).getByRole('button', { name: t.any }).click()
    expect(await row.getAttribute('aria-pressed')).toBe('false')
  })

  testInOneLanguage('are counted by stars, and a press on a count shows these reviews only', async ({ visit }) => {
    const page = await visit('wayfare')
    const { slug: written } = productFor('wayfare', language, 'instant')
    // A product without reviews of some numbers of stars: their rows are disabled.
    const payload = findPage('wayfare', language, 'product', ({ slug, product: { reviews = [] } }) => {
      const given = new Set(reviews.map(({ rating }) => rating)).size
      return slug !== written && given > 1 && given < 5
    })
    const all = payload.product.reviews ?? []
    await openReviews(page, payload)
    const rows = section(page).getByRole('list', { name: t.breakdown }).getByRole('button')
    const most = Math.max(...[1, 2, 3, 4, 5].map((n) => countWithStars(all, n)))
    for (const [index, n] of [5, 4, 3, 2, 1].entries()) {
      const row = rows.nth(index)
      const count = countWithStars(all, n)
      expect(await row.locator('span').first().innerText()).toBe(starsIn(language, n))
      expect(await row.locator('span').last().innerText()).toBe(String(count))
      expect(await row.isDisabled(), `${n} stars`).toBe(count === 0)
      if (count !== most) continue
      await row.click()
      await section(page)
        .getByRole('status')
        .filter({ hasText: starsIn(language, n) })
        .waitFor()
      await expect.poll(() => cardsShown(page).count()).toBe(Math.min(3, count))
      const stars = messages[language].rating.stars.replace('{{value}}', String(n))
      expect(await cardsShown(page).getByRole('img', { name: stars, exact: true }).count()).toBe(Math.min(3, count))
    }
  })

  testInOneLanguage('require a signed-out visitor to sign in before the form opens', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /401/ })
    const { account: a } = messages[language]
    const account = await createAccount(language)
    const payload = productFor('wayfare', language, 'instant')
    await signInAs(page, language, account)
    await addToCart(page, await freshChoice(page, payload, 1))
    await checkOut(page, language, account.email)
    await payWith(page, cards.good)
    await awaitResult(page, pathIn(language, '/checkout/success'), messages[language].result.success)
    await runOperatorCommand('bookings', 'redeem', `${await referenceOn(page)}/1`, '--yes')

    const other = await visit('wayfare', { expected: /401|409/ })
    await openReviews(other, payload)
    const write = section(other).getByRole('button', { name: t.write })
    await write.click()
    const signInDialog = other.getByRole('dialog', { name: a.signIn })
    await signInDialog.waitFor()
    // A visitor can close the dialog. It opens again the next time.
    await other.keyboard.press('Escape')
    await signInDialog.waitFor({ state: 'hidden' })
    await write.click()
    await signInDialog.getByLabel(a.email, { exact: true }).fill(account.email)
    await signInDialog.getByLabel(a.password, { exact: true }).fill(account.password)
    await signInDialog.getByRole('button', { name: a.signIn }).click()
    const form = other.getByRole('dialog', { name: t.write })
    await form.getByRole('button', { name: t.send }).waitFor()
    expect(await form.getByText(account.firstName).count(), 'the name under which it will appear').toBe(1)
    expect(await other.getByRole('dialog').count(), 'dialogs that are open').toBe(1)

    // The session ends elsewhere while the form is open.
    const isFocusIn = (place: Locator) => place.evaluate((element) => element.contains(document.activeElement))
    await form.getByRole('radio').nth(3).press('Space')
    await form.locator('textarea').fill('Dunes until the sun had gone.')
    await callApi(other, 'DELETE', '/session')
    await form.getByRole('button', { name: t.send }).click()
    await signInDialog.getByLabel(a.password, { exact: true }).fill(account.password)
    await signInDialog.getByRole('button', { name: a.signIn }).click()
    await form.getByRole('button', { name: t.send }).waitFor()
    await signInDialog.waitFor({ state: 'hidden' })
    expect(await form.locator('textarea').inputValue()).toBe('Dunes until the sun had gone.')
    await expect.poll(() => isFocusIn(form), { message: 'the form has the focus' }).toBe(true)
    // It has been written elsewhere meanwhile.
    await callApi(other, 'POST', '/reviews', { product: payload.slug, rating: 5, title: '', text: 'From my phone.' })
    await form.getByRole('button', { name: t.send }).press('Enter')
    await form.getByText(t.pending).waitFor()
    expect(await isFocusIn(form), 'the focus after the form was replaced').toBe(true)
    await other.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await expect.poll(() => isFocusIn(write), { message: 'the button has the focus again' }).toBe(true)
  })

  testInOneLanguage('stay on the page if the server does not answer', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /reviews|Failed to load/ })
    await page.route('**/api/v1/reviews?*', (route) => route.abort())
    const payload = findPage('wayfare', language, 'product', ({ product }) => (product.reviews?.length ?? 0) > 3)
    await openReviews(page, payload)
    await section(page).getByLabel(t.sort).selectOption('highest')
    // Once mounted, the island has no more cards than it shows.
    await expect.poll(() => cardsShown(page).count()).toBe(3)
  })

  testInOneLanguage('open their form at a double click, and load it again after a failure', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /reviews|Failed to load/ })
    await signInAs(page, language, await createAccount(language))
    await page.route('**/api/v1/reviews/mine?*', (route) => route.abort())
    await openReviews(page, productFor('wayfare', language, 'instant'))
    const write = section(page).getByRole('button', { name: t.write })
    await write.click()
    const form = page.getByRole('dialog', { name: t.write })
    await form.getByText(messages[language].problem.network).waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await write.dblclick({ delay: 30 })
    const retry = form.getByRole('button', { name: messages[language].error.retry })
    await retry.waitFor()
    await page.unroute('**/api/v1/reviews/mine?*')
    await retry.click()
    await form.getByText(t.notBooked).waitFor()
    await page.mouse.click(5, 5) // beside it, later than a double click
    await form.waitFor({ state: 'hidden' })
  })

  testInOneLanguage('can be written once by a visitor after the trip, and appear once approved', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /401|403|409/ })
    const account = await createAccount(language)
    await signInAs(page, language, account)
    const payload = productFor('wayfare', language, 'instant')
    await openReviews(page, payload)
    const write = section(page).getByRole('button', { name: t.write })
    const dialog = page.getByRole('dialog', { name: t.write })
    await write.click()
    await dialog.getByText(t.notBooked).waitFor()

    await addToCart(page, await freshChoice(page, payload, 1))
    await checkOut(page, language, account.email)
    await payWith(page, cards.good)
    await awaitResult(page, pathIn(language, '/checkout/success'), messages[language].result.success)
    const reference = await referenceOn(page)
    await openReviews(page, payload)
    await write.click()
    await dialog.getByText(t.notYet.split('{{')[0] ?? '').waitFor()
    // The ticket is redeemed, so that the test need not wait for the day.
    await runOperatorCommand('bookings', 'redeem', `${reference}/1`, '--yes')

    await openReviews(page, payload)
    await write.click()
    await dialog.getByRole('button', { name: t.send }).click()
    await dialog.getByText(t.wrong.rating).waitFor()
    await page.evaluate(axe.source)
    const found = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run('[role=dialog]'))
    expect(found.violations.map(({ id }) => id)).toEqual([])
    const text = `${language} dunes & <b>dust</b> ${process.pid}`
    await dialog.getByRole('radio').nth(3).focus()
    await page.keyboard.press('Space')
    await dialog.locator('textarea').fill(text)
    // The dialog keeps the text if it is closed.
    await page.keyboard.press('Escape')
    await write.click()
    expect(await dialog.locator('textarea').inputValue()).toBe(text)
    await dialog.getByRole('button', { name: t.send }).click()
    await page.getByRole('dialog').getByText(t.willAppear).waitFor()
    await page.keyboard.press('Escape')
    await write.click()
    await dialog.getByText(t.pending).waitFor()

    const where = ['--product', payload.slug, '--builds', inject('builds')]
    const waiting = JSON.parse(await runApiCommand(['reviews', 'list', '--json', ...where])) as {
      id: string
      text: string
    }[]
    const own = waiting.find((review) => review.text === text)
    await runOperatorCommand('reviews', 'approve', own?.id ?? '')
    await openReviews(page, payload)
    await section(page).getByLabel(t.sort).selectOption('newest')
    await section(page).getByText(text).waitFor()
    await section(page).getByText(t.verified).first().waitFor()

    const scratch = inject('scratch')
    const reviews = join(scratch, `reviews-${language}.jsonl`)
    const builds = join(scratch, `reviewed-${language}`)
    await runOperatorCommand('reviews', 'export', '--out', reviews)
    await generate({ content: join(repository, 'content'), builds, reviews })
    const html = readFileSync(join(builds, 'public/wayfare', addressOf(payload), 'index.html'), 'utf8')
    expect(html.includes(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))).toBe(true)
  })
})

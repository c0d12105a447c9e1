import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { awaitSignedIn, signInAs, openDialog, signIn, newAccount, createAccount } from './support/account'
import {
  addToCart,
  awaitResult,
  cards,
  checkOut,
  freshChoice,
  runOperatorCommand,
  payWith,
  productFor,
  referenceOn,
} from './support/booking'
import { mailedLink } from './support/mail'
import { languages, pathIn, messages, type Language } from './support/storefronts'
import { verifyTicket, isPdf, saveDownload } from './support/ticket'
import { alternatingTests } from './support/turns'
import { test } from './support/visit'

const cartCount = (page: Page) => page.locator('[data-cart-count]')

/** Books and pays two seats of a product with instant confirmation, and returns the reference. */
async function book(page: Page, language: Language, email?: string): Promise<string> {
  await page.goto(pathIn(language, '/faq'))
  await addToCart(page, await freshChoice(page, productFor('wayfare', language, 'instant'), 2))
  await checkOut(page, language, email)
  await payWith(page, cards.good)
  await awaitResult(page, pathIn(language, '/checkout/success'), messages[language].result.success)
  return referenceOn(page)
}

/** Opens an invoice of the signed-in visitor. */
async function openInvoice(page: Page, language: Language, reference: string): Promise<void> {
  const { invoices } = messages[language]
  await page.goto(pathIn(language, '/invoices'))
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `INV-${reference}` })
  await card.getByText(invoices.status.success).waitFor()
  await card.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: `INV-${reference}` }).waitFor()
}

/** Moves the shown booking by keyboard: to a free day about a month later, whose month the dialog has not loaded yet. */
async function moveByKeyboard(page: Page, language: Language): Promise<void> {
  const { move } = messages[language]
  await page.getByRole('button', { name: move.change }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: move.title })
  const booked = dialog.locator('[aria-selected] [data-day]')
  const before = await booked.getAttribute('data-day')
  await booked.focus()
  await page.keyboard.press('PageDown')
  const focused = dialog.locator('[data-day]:focus')
  expect((await focused.getAttribute('data-day'))?.slice(0, 7)).not.toBe(before?.slice(0, 7))
  await dialog.locator('[data-day]:not([disabled], :focus)').first().waitFor() // the month is loaded
  const next = language === 'ar' ? 'ArrowLeft' : 'ArrowRight'
  for (let days = 0; days < 31 && (await focused.getAttribute('aria-disabled')); days++) await page.keyboard.press(next)
  await page.keyboard.press('Enter')
  expect(await booked.getAttribute('data-day')).toBe(await focused.getAttribute('data-day'))
  await dialog.getByText(move.same).waitFor()
  await dialog.getByRole('button', { name: move.confirm }).focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(move.done).waitFor()
}

describe.each(languages)('accounts and invoices in %s', (language) => {
  const { testInOneLanguage } = alternatingTests(language)
  const t = messages[language]

  testInOneLanguage(
    'a visitor signs up by a mailed link, books, and downloads the invoice and a valid ticket',
    async ({ visit }) => {
      const page = await visit('wayfare')
      const account = newAccount(language)
      await page.goto(pathIn(language, '/faq'))
      const dialog = await openDialog(page, language)
      await dialog.getByLabel(t.account.email, { exact: true }).fill(account.email)
      await dialog.getByRole('button', { name: t.account.signUp }).click()
      expect(await dialog.getByLabel(t.account.email, { exact: true }).inputValue(), 'what was typed').toBe(
        account.email,
      )
      await dialog.getByLabel(t.account.firstName, { exact: true }).fill(account.firstName)
      await dialog.getByLabel(t.account.lastName, { exact: true }).fill('Haddad')
      await dialog.getByLabel(t.account.password, { exact: true }).fill('short')
      await dialog.getByLabel(t.account.confirm, { exact: true }).fill('shirt')
      await dialog.getByRole('button', { name: t.account.signUp }).click()
      await dialog.getByText(t.account.passwordShort).waitFor()
      await dialog.getByText(t.account.passwordMismatch).waitFor()
      for (const name of [t.account.password, t.account.confirm])
        await dialog.getByLabel(name, { exact: true }).fill(account.password)
      await dialog.getByRole('button', { name: t.account.signUp }).click()
      await dialog.getByRole('heading', { name: t.account.sent }).waitFor()

      const link = await mailedLink('account_opening', account.email)
      expect(new URL(link).pathname).toBe(pathIn(language, '/invoices'))
      await page.goto(link)
      await page.getByText(t.account.welcome.replace('{{name}}', account.firstName)).waitFor()
      await page.getByRole('heading', { name: t.invoices.none }).waitFor()
      expect(new URL(page.url()).search, 'the secret in the address').toBe('')
      await awaitSignedIn(page, language)

      const reference = await book(page, language)
      await openInvoice(page, language, reference)
      expect(page.url()).toMatch(/\/invoices\/[\w-]+$/)
      expect(await isPdf(await saveDownload(page, page.getByRole('link', { name: t.result.invoice })))).toBe(true)
      const ticket = await saveDownload(page, page.getByRole('link', { name: t.result.ticket }))
      expect(await verifyTicket(ticket)).toContain(reference)
    },
  )

  testInOneLanguage('a mailed link sets a new password, and is refused the second time', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /40[13]|410/ })
    const account = await createAccount(language)
    await page.goto(pathIn(language, '/faq'))
    const dialog = await openDialog(page, language)
    await dialog.getByRole('button', { name: t.account.forgot }).click()
    await dialog.getByLabel(t.account.email, { exact: true }).fill(account.email)
    await dialog.getByRole('button', { name: t.account.sendLink }).click()
    await dialog.getByRole('heading', { name: t.account.sent }).waitFor()

    const link = await mailedLink('password_reset', account.email)
    const choosePassword = async () => {
      await page.goto(link)
      for (const name of [t.account.newPassword, t.account.confirm])
        await page.getByLabel(name, { exact: true }).fill('quite another one')
      expect(new URL(page.url()).search, 'the secret in the address').toBe('')
      await page.getByRole('button', { name: t.reset.save }).click()
    }
    await choosePassword()
    await page.getByRole('heading', { level: 1, name: t.reset.done }).waitFor()
    await signIn(page, language, account)
    await page.getByRole('dialog').getByText(t.problem.wrong_password).waitFor()
    await page.getByRole('dialog').getByLabel(t.account.password, { exact: true }).fill('quite another one')
    await page.getByRole('dialog').getByRole('button', { name: t.account.signIn }).click()
    await awaitSignedIn(page, language)
    await choosePassword()
    await page.getByRole('heading', { level: 1, name: t.reset.expired }).waitFor()
  })

  testInOneLanguage(
    'the buyer moves a booking by keyboard, and cancels it for the quoted refund',
    async ({ visit }) => {
      const page = await visit('wayfare')
      await signInAs(page, language, await createAccount(language))
      const reference = await book(page, language)
      await openInvoice(page, language, reference)
      await moveByKeyboard(page, language)
      await page.getByRole('button', { name: t.invoices.cancel }).click()
      const dialog = page.getByRole('dialog', { name: t.cancel.title })
      const refund = dialog.getByRole('status').filter({ hasText: /\d/ })
      const quoted = await refund.textContent()
      await dialog.getByRole('button', { name: t.cancel.confirm }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('main').getByText(t.invoices.status.cancelled).first().waitFor()
      const words = new RegExp(`${t.result.refunded}|${t.result.refundDue}`)
      const money = page.getByRole('region', { name: t.result.money }).getByRole('listitem').filter({ hasText: words })
      expect(await money.first().textContent()).toContain(quoted)
      expect(await runOperatorCommand('bookings', 'list', '--status', 'CANCELLED')).toContain(reference)
    },
  )

  testInOneLanguage(
    'a guest requests a link by reference and e-mail, and opens the booking with it',
    async ({ visit }) => {
      const { email } = newAccount(language)
      const reference = await book(await visit('wayfare'), language, email)
      const page = await visit('wayfare')
      await page.goto(pathIn(language, '/invoices'))
      await page.getByRole('heading', { name: t.invoices.login }).waitFor()
      await page.getByLabel(t.findOrder.reference, { exact: true }).fill(`inv-${reference.toLowerCase()}`)
      await page.getByLabel(t.account.email, { exact: true }).fill(email)
      await page.getByRole('button', { name: t.findOrder.send }).click()
      await page.getByText(email).waitFor()

      await page.goto(await mailedLink('order_link', email))
      const heading = page.getByRole('heading', { level: 1, name: `INV-${reference}` })
      await heading.waitFor()
      expect(new URL(page.url()).search, 'the secret in the address').toBe('')
      await page.reload()
      await heading.waitFor()
    },
  )

  testInOneLanguage('two mailed links that are opened at once both give access to their orders', async ({ visit }) => {
    const { email } = newAccount(language)
    const buyer = await visit('wayfare')
    const links: string[] = []
    for (let n = 0; n < 2; n++) {
      await book(buyer, language, email)
      let link = ''
      const isNew = async () => !links.includes((link = await mailedLink('order_confirmed', email)))
      await expect.poll(isNew).toBe(true)
      links.push(link)
    }
    const page = await visit('wayfare')
    // Both requests go on at the same time, if the tabs do not wait for each other.
    const waiting: (() => void)[] = []
    await page.context().route('**/api/v1/orders/access', async (route) => {
      await new Promise<void>((done) => {
        waiting.push(done)
        if (waiting.length === 2) for (const goOn of waiting) goOn()
        setTimeout(done, 1000)
      })
      await route.continue()
    })
    const tabs = [page, await page.context().newPage()]
    await Promise.all(tabs.map((tab, n) => tab.goto(links[n] ?? '')))
    for (const tab of tabs) await tab.getByRole('heading', { level: 1, name: /INV-/ }).waitFor()
    for (const tab of tabs) {
      await tab.reload()
      await tab.getByRole('heading', { level: 1, name: /INV-/ }).waitFor()
    }
  })

  testInOneLanguage('the cart joins the account at sign-in, and leaves the browser at sign-out', async ({ visit }) => {
    const account = await createAccount(language)
    const page = await visit('wayfare')
    const payload = productFor('wayfare', language, 'instant')
    await page.goto(pathIn(language, '/faq'))
    await addToCart(page, await freshChoice(page, payload, 1))
    await page.goto(pathIn(language, '/cart'))
    const item = page.getByRole('main').getByRole('link', { name: payload.title })
    await item.first().waitFor()
    await signIn(page, language, account)
    await awaitSignedIn(page, language)
    await item.first().waitFor()

    const elsewhere = await visit('wayfare')
    await signInAs(elsewhere, language, account)
    await expect.poll(() => cartCount(elsewhere).textContent()).toBe('1')
    await elsewhere.getByRole('banner').locator('summary', { hasText: t.nav.account }).click()
    await elsewhere.getByRole('button', { name: t.nav.signOut }).click()
    await expect.poll(() => cartCount(elsewhere).isVisible()).toBe(false)
    await elsewhere.getByRole('banner').getByRole('link', { name: t.nav.signIn }).waitFor()
    await page.reload()
    await item.first().waitFor()
  })
})

test('every open tab follows when the visitor signs in or out', async ({ visit }) => {
  const t = messages.en
  const account = await createAccount('en')
  const page = await visit('wayfare')
  await page.goto('/invoices')
  const other = await page.context().newPage()
  await other.goto('/invoices')
  await other.getByRole('heading', { name: t.invoices.login }).waitFor()
  await signIn(page, 'en', account)
  await page.getByRole('heading', { name: t.invoices.none }).waitFor()
  await other.getByRole('heading', { name: t.invoices.none }).waitFor()
  await other.getByRole('banner').locator('summary', { hasText: t.nav.account }).click()
  await other.getByRole('button', { name: t.nav.signOut }).click()
  await page.getByRole('heading', { name: t.invoices.login }).waitFor()
})

describe('the sign-in dialog', () => {
  test('opens with Enter, keeps the focus inside, and returns it when Escape closes the dialog', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/blog')
    const control = page.getByRole('banner').getByRole('link', { name: messages.en.nav.signIn })
    await control.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await expect.poll(focused).toBe('account.email')
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      const inside = await page.evaluate(() => {
        const { activeElement } = document
        // The browser's own bar is one of the Tab stops.
        return activeElement === document.body || activeElement?.closest('[role=dialog]') !== null
      })
      expect(inside, `after ${presses + 1} presses`).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => control.evaluate((link) => link === document.activeElement)).toBe(true)
  })

  test('moves the focus to the account menu after the visitor signs in', async ({ visit }) => {
    const account = await createAccount('en')
    const page = await visit('wayfare')
    await page.goto('/blog')
    await signIn(page, 'en', account)
    await awaitSignedIn(page, 'en')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(messages.en.nav.account)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: messages.en.invoices.title }).first().click()
    await page.getByRole('heading', { name: messages.en.invoices.none }).waitFor()
    expect(await page.locator('header details[open]').count(), 'menus that stayed open').toBe(0)
  })

  test('keeps the typed password if the server does not answer', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /ERR_FAILED|Failed to load/ })
    await page.goto('/blog')
    await page.route('**/api/v1/session', (route) => route.abort('failed'))
    await signIn(page, 'en', { email: 'layla@example.com', password: 'secret enough' })
    const dialog = page.getByRole('dialog')
    await dialog.getByText(messages.en.problem.network).waitFor()
    expect(await dialog.getByLabel(messages.en.account.password, { exact: true }).inputValue()).toBe('secret enough')
  })

  test('is replaced by the invoices page if scripts are off', async ({ visit }) => {
    const page = await visit('wayfare', { javaScriptEnabled: false })
    await page.goto('/blog')
    await page.getByRole('banner').getByRole('link', { name: messages.en.nav.signIn }).click()
    await page.waitForURL('**/invoices#page')
    expect(await page.getByRole('main').innerText()).toContain(messages.en.invoices.noScript)
  })
})

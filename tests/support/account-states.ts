import type { Page } from 'playwright-core'
import { signInAs, openDialog, createAccount } from './account'
import { addToCart, awaitResult, checkOut, cards, freshChoice, payWith, productFor } from './booking'
import type { State } from './states'
import { pathIn, messages, type Language } from './storefronts'

/** States of accounts and invoices that a visitor reaches by their actions. */
export const accountStates: State[] = [
  {
    what: 'the account dialog with errors',
    async reach(page, language) {
      const t = messages[language].account
      await page.goto(pathIn(language, '/faq'))
      const dialog = await openDialog(page, language)
      await dialog.getByRole('button', { name: t.signUp }).click()
      await dialog.getByLabel(t.password, { exact: true }).fill('short')
      await dialog.getByRole('button', { name: t.signUp }).click()
      await dialog.getByText(t.passwordShort).waitFor()
    },
  },
  {
    what: 'the form for a new password with errors',
    async reach(page, language) {
      const { reset, form } = messages[language]
      await page.goto(pathIn(language, '/auth/reset-password?token=abc'))
      await page.getByRole('button', { name: reset.save }).click()
      await page.getByText(form.required).first().waitFor()
    },
  },
  {
    what: 'the list of invoices',
    async reach(page, language) {
      await withInvoice(page, language)
    },
  },
  {
    what: 'an invoice',
    async reach(page, language) {
      await withInvoice(page, language)
      await openInvoice(page, language)
    },
    continueTo: openInvoice,
  },
  {
    what: 'the dialog to change a booking',
    async reach(page, language) {
      await withInvoice(page, language)
      await openInvoice(page, language)
      await openChange(page, language)
    },
    continueTo: openChange,
  },
  {
    what: 'the dialog to cancel a booking',
    async reach(page, language) {
      await withInvoice(page, language)
      await openInvoice(page, language)
      await openCancellation(page, language)
    },
    async continueTo(page, language) {
      await page.keyboard.press('Escape')
      await openCancellation(page, language)
    },
  },
]

async function openInvoice(page: Page, language: Language): Promise<void> {
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('button', { name: messages[language].invoices.cancel }).waitFor()
}

async function openChange(page: Page, language: Language): Promise<void> {
  const { move } = messages[language]
  await page.getByRole('button', { name: move.change }).click()
  const dialog = page.getByRole('dialog', { name: move.title })
  await dialog.getByText(move.lead, { exact: true }).click()
  await dialog.getByRole('radio').first().waitFor()
}

async function openCancellation(page: Page, language: Language): Promise<void> {
  const { cancel, invoices } = messages[language]
  await page.getByRole('button', { name: invoices.cancel }).click()
  await page.getByRole('dialog', { name: cancel.title }).getByText(cancel.refund, { exact: true }).waitFor()
}

/** Opens the invoices of a signed-in user, who has one. */
async function withInvoice(page: Page, language: Language): Promise<void> {
  const t = messages[language]
  await signInAs(page, language, await createAccount(language))
  await addToCart(page, await freshChoice(page, productFor('wayfare', language, 'instant'), 2))
  await checkOut(page, language)
  await payWith(page, cards.good)
  await awaitResult(page, pathIn(language, '/checkout/success'), t.result.success)
  await page.goto(pathIn(language, '/invoices'))
  await page.getByText(t.invoices.status.success).waitFor()
}

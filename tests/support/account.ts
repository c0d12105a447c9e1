import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { runApiCommand } from './booking'
import { pathIn, messages, type Language } from './storefronts'

interface Account {
  email: string
  password: string
  firstName: string
}

let accountCount = 0

/** Returns the details of an account that no other test uses. */
export function newAccount(language: Language): Account {
  const email = `buyer${++accountCount}-${process.pid}-${language}@example.com`
  return { email, password: 'a long enough one', firstName: language === 'ar' ? 'ليلى' : 'Layla' }
}

/** Creates an account with the operator's command, without a mail. */
export async function createAccount(language: Language): Promise<Account> {
  const account = newAccount(language)
  const { email, firstName, password } = account
  const names = ['--first-name', firstName, '--last-name', 'Haddad']
  const where = ['--deployment', 'wayfare', '--builds', inject('builds')]
  await runApiCommand(['users', 'create', email, ...names, ...where], password)
  return account
}

/** Opens the dialog from the header. */
export async function openDialog(page: Page, language: Language) {
  const { nav, account } = messages[language]
  await page.getByRole('banner').getByRole('link', { name: nav.signIn }).click()
  const dialog = page.getByRole('dialog', { name: account.signIn })
  await dialog.waitFor()
  return page.getByRole('dialog')
}

/** Opens the account dialog, fills in address and password and submits it. */
export async function signIn(page: Page, language: Language, { email, password }: Pick<Account, 'email' | 'password'>) {
  const t = messages[language].account
  const dialog = await openDialog(page, language)
  await dialog.getByLabel(t.email, { exact: true }).fill(email)
  await dialog.getByLabel(t.password, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: t.signIn }).click()
}

/** Waits until the header shows the account menu. */
export async function awaitSignedIn(page: Page, language: Language): Promise<void> {
  await page.getByRole('banner').locator('summary', { hasText: messages[language].nav.account }).waitFor()
}

/** Opens a page and signs in. */
export async function signInAs(page: Page, language: Language, account: Account): Promise<void> {
  await page.goto(pathIn(language, '/faq'))
  await signIn(page, language, account)
  await awaitSignedIn(page, language)
}

import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { command } from './booking'
import { pathIn, words, type Language } from './storefronts'

interface Account {
  email: string
  password: string
  firstName: string
}

let made = 0

/** Somebody whom no other test knows. */
export function somebody(language: Language): Account {
  const email = `buyer${++made}-${process.pid}-${language}@example.com`
  return { email, password: 'a long enough one', firstName: language === 'ar' ? 'ليلى' : 'Layla' }
}

/** Opens an account as the operator does, without a mail. */
export async function withAccount(language: Language): Promise<Account> {
  const account = somebody(language)
  const { email, firstName, password } = account
  const names = ['--first-name', firstName, '--last-name', 'Haddad']
  const where = ['--deployment', 'wayfare', '--builds', inject('builds')]
  await command(['users', 'create', email, ...names, ...where], password)
  return account
}

/** Opens the dialog from the header. */
export async function openDialog(page: Page, language: Language) {
  const { nav, account } = words[language]
  await page.getByRole('banner').getByRole('link', { name: nav.signIn }).click()
  const dialog = page.getByRole('dialog', { name: account.signIn })
  await dialog.waitFor()
  return page.getByRole('dialog')
}

/** Types what the open dialog asks for and presses its button. */
export async function signIn(page: Page, language: Language, { email, password }: Pick<Account, 'email' | 'password'>) {
  const t = words[language].account
  const dialog = await openDialog(page, language)
  await dialog.getByLabel(t.email, { exact: true }).fill(email)
  await dialog.getByLabel(t.password, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: t.signIn }).click()
}

/** Waits until the header knows that somebody is signed in. */
export async function awaitSignedIn(page: Page, language: Language): Promise<void> {
  await page.getByRole('banner').locator('summary', { hasText: words[language].nav.account }).waitFor()
}

/** Goes to a page as somebody who is signed in. */
export async function enterAs(page: Page, language: Language, account: Account): Promise<void> {
  await page.goto(pathIn(language, '/faq'))
  await signIn(page, language, account)
  await awaitSignedIn(page, language)
}

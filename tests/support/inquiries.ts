import type { Locator, Page } from 'playwright-core'
import type { Product } from '../../site/lib/payload.gen'
import { pathIn, messages, type Language } from './storefronts'
import { findPage } from './tree'

/** A product without a fixed price, with start times. */
export function productWithoutPrice(language: Language): Product {
  return findPage(
    'wayfare',
    language,
    'product',
    ({ product }) =>
      product.noFixedPrice === true && product.status === 'AVAILABLE' && product.availabilityType === 'START_TIME',
  )
}

let writerCount = 0

/** Returns an e-mail address that no other test uses. */
export function newWriterAddress(language: Language): string {
  return `writer${++writerCount}-${process.pid}-${language}@example.com`
}

/** Returns the column of a product's page with the price request. */
export const requestColumn = (page: Page, language: Language) =>
  page.getByRole('complementary', { name: messages[language].ticket.title })

/** Opens the price request on the page of a product without a fixed price and returns its column. */
export async function openRequest(
  page: Page,
  language: Language,
  payload: Product = productWithoutPrice(language),
): Promise<Locator> {
  const t = messages[language]
  await page.goto(pathIn(language, payload.path))
  const ticket = requestColumn(page, language)
  await ticket.getByRole('button', { name: t.booking.ask }).click()
  const send = ticket.getByRole('button', { name: t.negotiation.send })
  await send.and(page.locator(':enabled')).waitFor()
  return ticket
}

interface RequestInput {
  email: string
  offer?: string
  message?: string
}

/** Fills in a price request. */
export async function fillRequest(
  ticket: Locator,
  language: Language,
  { email, offer, message }: RequestInput,
): Promise<void> {
  const field = (name: string) => ticket.locator(`[id="request.${name}"]`)
  if (offer) await field('offer').fill(offer)
  await field('name').fill(language === 'ar' ? 'ليلى حداد' : 'Layla Haddad')
  await field('email').fill(email)
  await ticket.getByRole('combobox', { name: messages[language].checkout.country }).fill('AE')
  await ticket.getByRole('listbox').getByRole('option').first().click()
  await field('phone').fill('501234567')
  if (message) await field('message').fill(message)
}

/** Sends the request and returns its reference. */
export async function sendRequest(ticket: Locator, language: Language): Promise<string> {
  const { negotiation: t } = messages[language]
  await ticket.getByRole('button', { name: t.send }).click()
  await ticket.getByRole('heading', { name: t.sent }).waitFor()
  const reference = ticket.locator('dl > div', { hasText: t.reference }).locator('dd')
  return (await reference.innerText()).trim()
}

/** Types a message on the contact page. */
export async function fillMessage(page: Page, language: Language, email: string, text: string): Promise<void> {
  const field = (name: string) => page.locator(`[id="contact.${name}"]`)
  await field('name').fill(language === 'ar' ? 'ليلى حداد' : 'Layla Haddad')
  await field('email').fill(email)
  await field('topic').selectOption('booking')
  await field('order').fill('inv-k7m3q9xw')
  await field('text').fill(text)
}

/** Answers requests to a URL with the problem too_many_tries. */
export async function answerTooManyTries(page: Page, url: string): Promise<void> {
  const [status, code] = [429, 'too_many_tries']
  const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '1800' }
  const body = JSON.stringify({ type: `urn:problem-type:storefront:${code}`, code, status })
  await page.route(url, (route) => route.fulfill({ status, headers, body }))
}

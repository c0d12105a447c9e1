import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { components } from '../../site/features/http/api.gen'
import type { Product, ProductDetail } from '../../site/lib/payload.gen'
import { program } from './build'
import { pathIn, messages, type AnyLanguage, type Deployment, type Language } from './storefronts'
import { findPage, isOnSale } from './tree'

type Schema = components['schemas']
type Choice = Schema['Choice']

/** The sandbox's test cards. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  challenged: '4000 0025 0000 3155',
  slow: '4000 0000 0000 0259',
}

/** A product on sale whose first option takes adults, confirmed at once or by its supplier. */
export function productFor(
  deployment: Deployment,
  language: AnyLanguage,
  confirmation: string,
  matches: (product: ProductDetail) => boolean = () => true,
): Product {
  return findPage(deployment, language, 'product', (payload) => {
    const { product } = payload
    const adult = product.options[0]?.units.find(({ type }) => type === 'ADULT')
    return (
      isOnSale(payload) &&
      product.supplier.confirmation === confirmation &&
      product.availabilityType === 'START_TIME' &&
      product.pricingPer === 'UNIT' &&
      adult !== undefined &&
      adult.pricedBy === 'PERSON' &&
      !product.options[0]?.units.some(({ min = 0, type }) => min > 0 && type !== 'ADULT') &&
      (product.options[0]?.maxTravellers ?? 0) >= 2 &&
      matches(product)
    )
  })
}

/** Sends a request to the API from the page, with the visitor's cookie, and returns its answer; null if that is empty. */
export async function callApi<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(`/api/v1${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: body === '' ? undefined : body,
      })
      return { ok: response.ok, text: await response.text() }
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  )
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.text}`)
  return JSON.parse(answer.text || 'null') as T
}

// Tests that book share the server: each takes other days, so that none finds its seats sold to another. Two run at a
// time: one takes the even days, one the odd ones; none takes a day so near that it cannot be paid later.
const firstDay = 20
const dayRange = 280
let daysAhead = Number(process.env.VITEST_POOL_ID) % 2

/** A choice of a product's first option on a day that nobody has booked, for some adults. */
export async function freshChoice(page: Page, payload: Product, adults: number): Promise<Choice> {
  const option = payload.product.options[0]
  const adult = option?.units.find(({ type }) => type === 'ADULT')
  if (!option || !adult) throw new Error(`${payload.slug} has no adults`)
  for (let tries = 0; tries < dayRange / 2; tries++) {
    daysAhead = (daysAhead + 2) % dayRange
    const date = new Date(Date.now() + (firstDay + daysAhead) * 86_400_000).toISOString().slice(0, 10)
    const query = new URLSearchParams({ product: payload.slug, option: option.id, date })
    const { slots } = await callApi<Schema['DayAvailability']>(page, 'GET', `/availability?${query}`)
    const slot = slots.find(({ status, vacancies, capacity }) => status === 'AVAILABLE' && vacancies === capacity)
    if (slot) {
      return {
        product: payload.slug,
        option: option.id,
        date,
        startTime: slot.startTime,
        units: [{ id: adult.id, quantity: adults }],
        pickup: placeFor(payload.product.pickup),
        dropOff: placeFor(payload.product.dropOff),
      }
    }
  }
  throw new Error(`${payload.slug} has no free day`)
}

function placeFor(transfer: Product['product']['pickup']): Choice['pickup'] {
  return transfer && { point: transfer.points?.[0]?.id, address: 'Al Seef Street 1' }
}

export async function addToCart(page: Page, choice: Choice): Promise<Schema['Cart']> {
  return callApi(page, 'POST', '/cart/items', choice)
}

/** Opens the ticket of the shown product page and returns its column. */
export async function openTicket(page: Page, language: AnyLanguage): Promise<Locator> {
  const { ticket: t } = messages[language]
  const ticket = page.getByRole('complementary', { name: t.title })
  await ticket.getByRole('button', { name: t.check }).click()
  await ticket.getByRole('button', { name: t.add }).waitFor()
  return ticket
}

/** Fills in the buyer's fields. */
export async function fillBuyer(page: Page, language: AnyLanguage, email = 'maren@example.com'): Promise<void> {
  const t = messages[language].checkout
  await page.getByLabel(t.firstName, { exact: true }).fill(language === 'ar' ? 'نورة' : 'Maren')
  await page.getByLabel(t.lastName, { exact: true }).fill(language === 'ar' ? 'العامري' : 'Keller')
  await page.getByLabel(t.email, { exact: true }).fill(email)
  const country = page.getByRole('combobox', { name: t.country })
  await country.fill('AE')
  // By its name, since the first option is another until the list follows what was typed.
  const emirates = new Intl.DisplayNames(language, { type: 'region' }).of('AE')
  await page.getByRole('listbox').getByRole('option', { name: emirates }).first().click()
  await page.getByLabel(t.phone, { exact: true }).fill('501234567')
}

/** Goes from the cart to the payment page. */
export async function checkOut(page: Page, language: AnyLanguage, email?: string): Promise<void> {
  await page.goto(pathIn(language, '/checkout'))
  await fillBuyer(page, language, email)
  await payButton(page, language).click()
  await page.waitForURL(/\/sandbox\/pay\//)
}

/** Reserves the cart, to be paid later. */
export async function reserve(page: Page, language: Language, email?: string): Promise<void> {
  const { checkout, result } = messages[language]
  await page.goto(pathIn(language, '/checkout'))
  await fillBuyer(page, language, email)
  await page.getByRole('radio', { name: checkout.payLater }).click()
  await page.getByRole('button', { name: checkout.reserve }).click()
  await awaitResult(page, pathIn(language, '/checkout/success'), result.reserved)
}

export function payButton(page: Page, language: AnyLanguage) {
  return page.getByRole('button', { name: new RegExp(messages[language].checkout.pay.replace('{{amount}}', '.+')) })
}

/** Types a card on the payment page and sends it. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.locator('#number').fill(card)
  await page.locator('#expiry').fill('12 / 34')
  await page.locator('#cvc').fill('123')
  await page.locator('#holder').fill('Maren Keller')
  await page.locator('button.primary').click()
}

/** Waits for the result page of an order. */
export async function awaitResult(page: Page, path: string, heading: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
}

/** Runs an operator's command on the builds of this run and returns its output. */
export async function runOperatorCommand(...args: string[]): Promise<string> {
  return runApiCommand([...args, '--builds', inject('builds')])
}

/** Runs a command of the API's program with an input and returns its output. */
export async function runApiCommand(args: string[], input = ''): Promise<string> {
  const run = promisify(execFile)(program('api'), args, { cwd: inject('scratch') })
  // A command that reads no input may have exited already.
  run.child.stdin?.end(input || undefined)
  return (await run).stdout
}

/** Returns the reference of the shown order. */
export async function referenceOn(page: Page): Promise<string> {
  const order = new URL(page.url()).searchParams.get('order') ?? ''
  return (await callApi<Schema['Order']>(page, 'GET', `/orders/${order}`)).reference
}

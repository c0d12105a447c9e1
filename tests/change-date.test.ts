import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { components } from '../site/features/http/api.gen'
import { addToCart, callApi, freshChoice, openTicket, productFor } from './support/booking'
import { languageName, messages } from './support/storefronts'
import { addressOf } from './support/tree'
import { test } from './support/visit'

test('the link to the other language leads to the same item of the cart, in this tab and in a new one', async ({
  visit,
}) => {
  const { cart, ticket: t } = messages.en
  const page = await visit('wayfare')
  await page.goto('/faq')
  await addToCart(page, await freshChoice(page, productFor('wayfare', 'en', 'instant'), 2))
  await page.goto('/cart')
  await page.getByRole('link', { name: cart.changeDate }).click()
  await page.getByRole('button', { name: t.change }).waitFor()
  const { search } = new URL(page.url())
  expect(search).toMatch(/^\?item=./)
  const link = page.getByRole('banner').getByRole('link', { name: languageName.ar })
  await link.hover()
  await expect.poll(() => link.getAttribute('href')).toContain(search)
  const opened = page.context().waitForEvent('page')
  await link.click({ button: 'middle' })
  await (await opened).waitForURL((url) => url.pathname.startsWith('/ar/') && url.search === search)
  await link.click()
  await page.waitForURL((url) => url.pathname.startsWith('/ar/') && url.search === search)
  await page.getByRole('button', { name: messages.ar.ticket.change }).waitFor()
})

test('the date of a cart item is changed on the page of its product, without a second item', async ({ visit }) => {
  const { cart, ticket: t } = messages.en
  const page = await visit('wayfare')
  await page.goto('/faq')
  const product = productFor('wayfare', 'en', 'instant', ({ pickup }) => pickup !== undefined)
  const first = await freshChoice(page, product, 2)
  const other = await freshChoice(page, product, 2)
  await addToCart(page, first)
  await page.goto('/cart')
  await page.getByRole('link', { name: cart.changeDate }).click()
  const ticket = page.getByRole('complementary', { name: t.title })
  await ticket.getByRole('button', { name: t.change }).waitFor()
  // The other day may be months away in the calendar: the draft takes it.
  await page.evaluate(
    ([slug, date]) => {
      const key = `ticket:${slug}${location.search}`
      const draft = JSON.parse(sessionStorage.getItem(key) ?? '') as object
      sessionStorage.setItem(key, JSON.stringify({ ...draft, date }))
    },
    [product.slug, other.date] as const,
  )
  await page.reload()
  await ticket.getByRole('button', { name: t.change }).click()
  await ticket.getByText(t.changed).waitFor()
  const { items } = await callApi<components['schemas']['Cart']>(page, 'GET', '/cart')
  expect(items.map(({ date, travellers }) => [date, travellers])).toEqual([[other.date, 2]])
  expect(items[0]?.pickup).toMatchObject(first.pickup ?? {})
})

describe('the ticket of a product whose cart item a visitor began to change', () => {
  const { cart, ticket: t } = messages.en
  const product = productFor('wayfare', 'en', 'instant', ({ pickup }) => pickup !== undefined)

  /** Puts an item into the cart and opens its ticket by the cart's link. */
  async function changeItem(page: Page): Promise<Locator> {
    await page.goto('/faq')
    await addToCart(page, await freshChoice(page, product, 2))
    await page.goto('/cart')
    await page.getByRole('link', { name: cart.changeDate }).click()
    const ticket = page.getByRole('complementary', { name: t.title })
    await ticket.getByRole('button', { name: t.change }).waitFor()
    return ticket
  }

  test('adds to the cart if they come to it from elsewhere', async ({ visit }) => {
    const page = await visit('wayfare')
    await changeItem(page)
    await page.goto(addressOf(product))
    const ticket = await openTicket(page, 'en')
    expect(await ticket.getByRole('button', { name: t.change }).count()).toBe(0)
  })

  test('adds to the cart once the item is updated and something else is chosen', async ({ visit }) => {
    const page = await visit('wayfare')
    const ticket = await changeItem(page)
    await ticket.getByRole('button', { name: t.change }).click()
    await ticket.getByText(t.changed).waitFor()
    for (const part of await ticket.locator('summary').all()) await part.click()
    await ticket
      .getByRole('button', { name: t.more.replace('{{unit}}', '') })
      .first()
      .click()
    await ticket.getByRole('button', { name: t.add }).waitFor()
    await page.reload()
    await ticket.getByRole('button', { name: t.add }).waitFor()
  })

  test('adds to the cart once the item is removed', async ({ visit }) => {
    const page = await visit('wayfare')
    await changeItem(page)
    const changing = page.url()
    await page.goto('/cart')
    await page.getByRole('button', { name: cart.removeItem.replace('{{title}}', product.title) }).click()
    await page.getByRole('button', { name: cart.undo }).waitFor()
    await page.goto(changing)
    await openTicket(page, 'en')
  })
})

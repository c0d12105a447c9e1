import { expect } from 'vitest'
import type { components } from '../site/features/http/api.gen'
import { addToCart, callApi, freshChoice, productFor } from './support/booking'
import { messages } from './support/storefronts'
import { test } from './support/visit'

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
    ([key, date]) => {
      const draft = JSON.parse(sessionStorage.getItem(key) ?? '') as object
      sessionStorage.setItem(key, JSON.stringify({ ...draft, date }))
    },
    [`ticket:${product.slug}`, other.date] as const,
  )
  await page.reload()
  await ticket.getByRole('button', { name: t.change }).click()
  await ticket.getByText(t.changed).waitFor()
  const { items } = await callApi<components['schemas']['Cart']>(page, 'GET', '/cart')
  expect(items.map(({ date, travellers }) => [date, travellers])).toEqual([[other.date, 2]])
  expect(items[0]?.pickup).toMatchObject(first.pickup ?? {})
})

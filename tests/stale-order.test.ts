import { expect } from 'vitest'
import { addToCart, callApi, freshChoice, productFor, reserve } from './support/booking'
import { newWriterAddress } from './support/inquiries'
import { messages, pathIn } from './support/storefronts'
import { test } from './support/visit'

const language = 'ar'
const t = messages[language]

test('a booking that was cancelled elsewhere is shown as cancelled by each of its dialogs', async ({ visit }) => {
  const page = await visit('wayfare', { expected: /409/, viewport: { width: 360, height: 740 } })
  await page.goto(pathIn(language, '/faq'))
  const product = productFor('wayfare', language, 'instant', ({ pickup, dropOff }) => !!pickup && !!dropOff)
  for (const adults of [1, 2, 1]) await addToCart(page, await freshChoice(page, product, adults))
  await reserve(page, language, newWriterAddress(language))
  const order = new URL(page.url()).searchParams.get('order') ?? ''
  await page.goto(pathIn(language, `/invoices/${order}`))
  const tickets = page.locator('.booked')
  const dialog = page.getByRole('dialog')
  for (const [index, label] of [t.invoices.cancel, t.places.change, t.move.change].entries()) {
    const ticket = tickets.nth(index)
    await ticket.getByRole('button', { name: label }).waitFor()
    const booking = (await ticket.getAttribute('id'))?.replace('booking-', '')
    const path = `/orders/${order}/bookings/${booking}/cancellation`
    const quote = await callApi<{ refund: number }>(page, 'GET', path)
    await callApi(page, 'POST', path, { refund: quote.refund, quote })

    await ticket.getByRole('button', { name: label }).press('Enter')
    await dialog.getByText(t.cancel.already).waitFor()
    await dialog.getByRole('button', { name: t.dialog.close }).last().press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await ticket.getByRole('button', { name: t.invoices.cancel }).waitFor({ state: 'hidden' })
    await expect.poll(() => ticket.evaluate((element) => element === document.activeElement)).toBe(true)
  }
})

test('a dialog that is loaded again has the focus', async ({ visit }) => {
  const page = await visit('wayfare', { expected: /500/, viewport: { width: 360, height: 740 } })
  await page.goto(pathIn(language, '/faq'))
  await addToCart(page, await freshChoice(page, productFor('wayfare', language, 'instant'), 1))
  await reserve(page, language, newWriterAddress(language))
  await page.goto(pathIn(language, `/invoices/${new URL(page.url()).searchParams.get('order')}`))
  const quote = /\/api\/v1\/orders\/.*\/cancellation$/
  await page.route(quote, (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: t.invoices.cancel }).press('Enter')
  const dialog = page.getByRole('dialog')
  const retry = dialog.getByRole('button', { name: t.error.retry })
  await retry.waitFor()
  await page.unroute(quote)
  await retry.press('Enter')
  await dialog.getByRole('button', { name: t.cancel.keep }).waitFor()
  const heading = dialog.getByRole('heading', { name: t.cancel.title })
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
})

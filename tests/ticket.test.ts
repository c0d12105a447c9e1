import { expect } from 'vitest'
import { openTicket } from './support/booking'
import { messages } from './support/storefronts'
import { test } from './support/visit'

const phone = { viewport: { width: 360, height: 740 } }
const product = '/things-to-do-in-dubai/sunset-dunes-vintage-land-rover'
const t = messages.en

test('a sold-out product has “sold out” as its only tag, and in the bar of a phone', async ({ visit }) => {
  const page = await visit('wayfare', phone)
  await page.goto('/things-to-do-in-dubai/helicopter-over-the-palm')
  expect(await page.locator('.product-head .tag').allInnerTexts()).toEqual([t.card.soldOut])
  const foot = page.locator('.buy-bar')
  expect(await foot.isVisible()).toBe(true)
  expect(await foot.innerText()).toContain(t.booking.soldOut)
})

test('the form to request a price is styled the first time that it opens', async ({ visit }) => {
  const page = await visit('wayfare')
  await page.goto('/things-to-do-in-marrakech/riad-evening-for-your-party')
  await page.locator('[data-replay=check]:visible').first().click()
  await page.locator('.choice').first().waitFor()
  expect(
    await page
      .locator('.choice')
      .first()
      .evaluate((it) => getComputedStyle(it).display),
  ).toBe('flex')
})

test('a click on an option’s card selects it in the booking form, which shows its price', async ({ visit }) => {
  const page = await visit('wayfare')
  await page.goto(product)
  await page.locator('[data-option=private]').click()
  await page.locator('.choice :checked').first().waitFor()
  expect(await page.locator('.choice:has(:checked)').first().innerText()).toContain('Your own car')
  expect(await page.locator('.price-large').innerText()).toContain(t.per.VEHICLE)
})

test('the booking sheet opens with its total, its button and its terms on the screen', async ({ visit }) => {
  const page = await visit('wayfare', phone)
  await page.goto(product)
  await page.locator('.buy-bar').getByRole('button', { name: t.ticket.check }).click()
  await page.locator('.sheet .total').waitFor()
  for (const part of ['.sheet .total', '.sheet [type=submit]', '.sheet .ticket-terms']) {
    const box = await page.locator(part).first().boundingBox()
    expect(box && box.y + box.height, part).toBeLessThanOrEqual(phone.viewport.height)
  }
})

test('a choice cannot be changed while it is sent, and the form then says that it is in the cart', async ({
  visit,
}) => {
  const page = await visit('wayfare')
  await page.goto(product)
  const ticket = await openTicket(page, 'en')
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/api/v1/cart/items', async (route) => {
    await released
    await route.continue()
  })
  await ticket.getByRole('button', { name: t.ticket.add }).click()
  const option = ticket.locator('.choice').last()
  await expect.poll(() => ticket.locator('[inert] .choice').count()).toBeGreaterThan(1)
  await option.click({ force: true })
  release()
  await ticket.getByText(t.ticket.added).waitFor()
  expect(await option.locator(':checked').count(), 'the option that was chosen during it').toBe(0)
  expect(await ticket.locator('[inert]').count()).toBe(0)
})

import { expect } from 'vitest'
import { addToCart, callApi, freshChoice, productFor } from './support/booking'
import { messages, pathIn } from './support/storefronts'
import { test } from './support/visit'

const language = 'ar'
const { cart: t } = messages[language]

test('an item that another device has removed is shown as removed once “Remove” is pressed', async ({ visit }) => {
  const page = await visit('wayfare', { expected: /404/, viewport: { width: 360, height: 740 } })
  await page.goto(pathIn(language, '/faq'))
  const product = productFor('wayfare', language, 'instant')
  await addToCart(page, await freshChoice(page, product, 1))
  const [item] = (await addToCart(page, await freshChoice(page, product, 2))).items
  await page.goto(pathIn(language, '/cart'))
  const remove = page.getByRole('button', { name: new RegExp(t.removeItem.replace('{{title}}', '.+')) })
  await expect.poll(() => remove.count()).toBe(2)
  await callApi(page, 'DELETE', `/cart/items/${item?.id}`)

  await remove.first().press('Enter')
  const undo = page.getByRole('button', { name: t.undo })
  await undo.waitFor()
  expect(await remove.count()).toBe(1)
  await expect.poll(() => undo.evaluate((element) => element === document.activeElement)).toBe(true)
})

import { describe, expect } from 'vitest'
import { createAccount, signInAs } from './support/account'
import { addToCart, awaitResult, cards, checkOut, freshChoice, payWith, productFor } from './support/booking'
import { languages, messages, pathIn } from './support/storefronts'
import { test } from './support/visit'

describe.each(languages)('a dearer change of a booking in %s', (language) => {
  const { move, result, ticket: t } = messages[language]

  test('can be paid after its buyer went back from the payment page, and is shown once a slow payment is made', async ({
    visit,
  }) => {
    const page = await visit('wayfare', { viewport: { width: language === 'ar' ? 360 : 1280, height: 800 } })
    const account = await createAccount(language)
    await signInAs(page, language, account)
    await addToCart(page, await freshChoice(page, productFor('wayfare', language, 'instant'), 2))
    await checkOut(page, language, account.email)
    await payWith(page, cards.good)
    await awaitResult(page, pathIn(language, '/checkout/success'), result.success)
    const order = pathIn(language, `/invoices/${new URL(page.url()).searchParams.get('order') ?? ''}`)
    await page.goto(order)

    await page.getByRole('button', { name: move.change }).click()
    const dialog = page.getByRole('dialog', { name: move.title })
    const more = dialog.getByRole('button', { name: t.more.replace('{{unit}}', '') }).first()
    await more.and(page.locator(':not([aria-disabled=true])')).click()
    await dialog.getByText(move.payNext).waitFor()
    await dialog.getByRole('button', { name: move.confirm }).dblclick()
    await page.waitForURL(/\/sandbox\/pay\//)
    const first = page.url()
    await page.locator('form.back button').click()

    await page.waitForURL((url) => url.pathname === order)
    const notice = page.locator('.booked .notice')
    await notice.waitFor()
    expect(await notice.getByRole('link').count(), 'the page that is closed').toBe(0)
    await notice.getByRole('button', { name: move.payNow }).dblclick()
    await page.waitForURL(/\/sandbox\/pay\//)
    expect(page.url()).not.toBe(first)
    await payWith(page, cards.slow)
    await page.waitForURL((url) => url.pathname === order)
    await notice.waitFor({ state: 'hidden' })
    const travellers = page.locator('.booked').first()
    await expect.poll(() => travellers.innerText()).toMatch(/3\s×/)
  })
})

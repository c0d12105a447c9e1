import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openTicket } from './support/booking'
import { messages } from './support/storefronts'
import { test } from './support/visit'
import { openFullDeparture } from './support/waiting-list'

const landscape = { width: 1180, height: 820 }
const portrait = { width: 820, height: 1180 }
const { ticket: t, waiting } = messages.en

/** The form of the waiting list, beside the page or in the sheet. */
const waitingList = (page: Page) => page.getByRole('group', { name: waiting.title })
const emailField = (page: Page) => waitingList(page).getByLabel(waiting.email, { exact: true })

async function openWaitingList(page: Page): Promise<void> {
  const ticket = await openTicket(page, 'en')
  await ticket.getByText(t.waiting).click()
  await emailField(page).waitFor()
}

test('the waiting list keeps what was typed when a tablet is turned', async ({ visit }) => {
  const page = await visit('wayfare', { viewport: landscape })
  await openFullDeparture(page, 'en')
  await openWaitingList(page)
  const travellers = () => waitingList(page).locator('output, .stepper-value').first().innerText()
  const before = await travellers()
  await waitingList(page)
    .getByRole('button', { name: t.more.replace('{{unit}}', '') })
    .first()
    .click()
  await expect.poll(travellers).not.toBe(before)
  const party = await travellers()
  await emailField(page).fill('amina@exam')
  for (const turn of [portrait, landscape, portrait]) {
    await page.setViewportSize(turn)
    await emailField(page).waitFor()
    expect(await emailField(page).inputValue()).toBe('amina@exam')
    expect(await travellers()).toBe(party)
    expect(await page.getByRole('dialog').count(), 'the sheet of a narrow screen').toBe(turn === portrait ? 1 : 0)
  }
})

test('the sheet of a booking form does not open by itself when a tablet is turned', async ({ visit }) => {
  const page = await visit('wayfare', { viewport: portrait })
  await openFullDeparture(page, 'en')
  const check = page.locator('[data-replay=check]:visible')
  await check.click()
  const sheet = page.getByRole('dialog', { name: t.title })
  await sheet.getByRole('button', { name: t.add }).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  for (const turn of [landscape, portrait]) {
    await page.setViewportSize(turn)
    await check.waitFor()
    expect(await sheet.count()).toBe(0)
  }
})

test('the waiting list is open with what was typed after a reload', async ({ visit }) => {
  const page = await visit('wayfare', { viewport: landscape })
  await openFullDeparture(page, 'en')
  await openWaitingList(page)
  await emailField(page).fill('amina@exam')
  await page.reload()
  await emailField(page).waitFor()
  expect(await emailField(page).inputValue()).toBe('amina@exam')
})

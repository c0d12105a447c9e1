import type { Locator, Page } from 'playwright-core'
import { fillMessage, fillRequest, openRequest, requestColumn, sendRequest, newWriterAddress } from './inquiries'
import type { State } from './states'
import { pathIn, messages, type Language } from './storefronts'

/** States of price requests and of messages to the shop. */
export const inquiryStates: State[] = [
  {
    what: 'the price request form with errors',
    async reach(page, language) {
      const t = messages[language]
      const ticket = await openRequest(page, language)
      await ticket.getByRole('button', { name: t.negotiation.send }).click()
      await ticket.getByText(t.form.required).first().waitFor()
    },
  },
  {
    what: 'the price request form after sending',
    async reach(page, language) {
      await request(await openRequest(page, language), language)
    },
    continueTo: (page, language) => request(requestColumn(page, language), language),
  },
  {
    what: 'the contact form with errors',
    async reach(page, language) {
      const t = messages[language]
      await page.goto(pathIn(language, '/contact-us'))
      await page.getByRole('button', { name: t.contact.send }).click()
      await page.getByText(t.form.required).first().waitFor()
    },
  },
  {
    what: 'the contact form after sending',
    async reach(page, language) {
      await page.goto(pathIn(language, '/contact-us'))
      await write(page, language)
    },
    continueTo: write,
  },
]

async function request(ticket: Locator, language: Language): Promise<void> {
  await fillRequest(ticket, language, { email: newWriterAddress(language), offer: '1,500' })
  await sendRequest(ticket, language)
}

async function write(page: Page, language: Language): Promise<void> {
  const t = messages[language].contact
  await fillMessage(page, language, newWriterAddress(language), 'Is it cold at night?')
  await page.getByRole('button', { name: t.send }).click()
  await page.getByRole('heading', { name: t.sent }).waitFor()
}

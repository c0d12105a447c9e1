import type { Locator, Page } from 'playwright-core'
import { fillMessage, fillRequest, openRequest, requestOn, sendRequest, writer } from './inquiries'
import type { State } from './states'
import { pathIn, words, type Language } from './storefronts'

/** What those who ask for a price or write to the shop are shown. */
export const inquiryStates: State[] = [
  {
    what: 'a request for a price with errors',
    async reach(page, language) {
      const t = words[language]
      const ticket = await openRequest(page, language)
      await ticket.getByRole('button', { name: t.negotiation.send }).click()
      await ticket.getByText(t.form.required).first().waitFor()
    },
  },
  {
    what: 'a request for a price that was sent',
    async reach(page, language) {
      await request(await openRequest(page, language), language)
    },
    goOn: (page, language) => request(requestOn(page, language), language),
  },
  {
    what: 'a message with errors',
    async reach(page, language) {
      const t = words[language]
      await page.goto(pathIn(language, '/contact-us'))
      await page.getByRole('button', { name: t.contact.send }).click()
      await page.getByText(t.form.required).first().waitFor()
    },
  },
  {
    what: 'a message that was sent',
    async reach(page, language) {
      await page.goto(pathIn(language, '/contact-us'))
      await write(page, language)
    },
    goOn: write,
  },
]

async function request(ticket: Locator, language: Language): Promise<void> {
  await fillRequest(ticket, language, { email: writer(language), offer: '1,500' })
  await sendRequest(ticket, language)
}

async function write(page: Page, language: Language): Promise<void> {
  const t = words[language].contact
  await fillMessage(page, language, writer(language), 'Is it cold at night?')
  await page.getByRole('button', { name: t.send }).click()
  await page.getByRole('heading', { name: t.sent }).waitFor()
}

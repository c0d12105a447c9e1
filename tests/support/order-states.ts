import type { Page } from 'playwright-core'
import { signInAs, createAccount } from './account'
import { addToCart, freshChoice, openTicket, runOperatorCommand, productFor, referenceOn, reserve } from './booking'
import { fillRequest, openRequest, sendRequest, newWriterAddress } from './inquiries'
import { mailedLink } from './mail'
import type { State } from './states'
import { pathIn, messages, type Language } from './storefronts'
import { openFullDeparture } from './waiting-list'

/** States that follow from orders and from actions of operators and suppliers. */
export const orderStates: State[] = [
  {
    what: 'a place on a waiting list',
    async reach(page, language) {
      await openFullDeparture(page, language)
      await joinWaitingList(page, language)
    },
  },
  {
    what: 'the dialog to change a booking at an agreed price',
    async reach(page, language) {
      const { cart, move } = messages[language]
      const account = await createAccount(language)
      await signInAs(page, language, account)
      const request = await openRequest(page, language)
      await fillRequest(request, language, account)
      const reference = await sendRequest(request, language)
      await runOperatorCommand('negotiations', 'answer', reference, '--price', '2400', '--never-expires')
      await page.goto(await mailedLink('negotiation_answered', account.email))
      await page.getByText(cart.agreedForever).waitFor()
      await reserve(page, language, account.email)
      await openOrder(page, language)
      await page.getByRole('button', { name: move.change }).click()
      await page.getByText(move.nothingAgreed).waitFor()
    },
  },
  {
    what: 'the dialog to cancel a partly paid booking',
    async reach(page, language) {
      const { cancel, invoices } = messages[language]
      const account = await createAccount(language)
      await signInAs(page, language, account)
      for (const confirmation of ['instant', 'on_request']) {
        await addToCart(page, await freshChoice(page, productFor('wayfare', language, confirmation), 2))
      }
      await reserve(page, language, account.email)
      await runOperatorCommand(
        'bookings',
        'paid',
        `${await referenceOn(page)}/1`,
        '--by',
        'cash',
        '--amount',
        '50',
        '--yes',
      )
      await openOrder(page, language)
      await page.getByRole('button', { name: invoices.cancel }).first().click()
      await page.getByRole('button', { name: cancel.confirm }).waitFor()
    },
  },
  {
    what: 'a reservation on request',
    async reach(page, language) {
      const product = productFor('wayfare', language, 'on_request')
      await page.goto(pathIn(language, '/faq'))
      await addToCart(page, await freshChoice(page, product, 2))
      await reserve(page, language)
      await page.getByText(messages[language].result.undecided.replace('{{title}}', product.title)).waitFor()
    },
  },
  {
    what: 'the link page of a supplier',
    async reach(page, language) {
      // Each writes in the language of one of these.
      const [supplier, email] =
        language === 'ar'
          ? ['night-sky-alula', 'bookings@nightskyalula.example']
          : ['high-air', 'bookings@highair.example']
      await page.goto(pathIn(language, '/faq'))
      const product = productFor('wayfare', language, 'on_request', (of) => of.supplier.id === supplier)
      await addToCart(page, await freshChoice(page, product, 2))
      await reserve(page, language)
      await page.goto(await mailedLink('supplier_request', email))
      await page.getByRole('button').first().waitFor()
    },
  },
]

async function joinWaitingList(page: Page, language: Language): Promise<void> {
  const { ticket: t, waiting } = messages[language]
  const ticket = await openTicket(page, language)
  await ticket.getByText(t.waiting).click()
  await ticket.getByLabel(waiting.email, { exact: true }).fill(newWriterAddress(language))
  await ticket.getByRole('button', { name: waiting.join }).click()
  await ticket.getByText(waiting.joined).waitFor()
}

/** Opens the only order of a signed-in user. */
async function openOrder(page: Page, language: Language): Promise<void> {
  await page.goto(pathIn(language, '/invoices'))
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('button', { name: messages[language].invoices.cancel }).first().waitFor()
}

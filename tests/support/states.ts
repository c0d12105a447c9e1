import type { Page } from 'playwright-core'
import { addToCart, freshChoice, openTicket, productFor, reserve } from './booking'
import { pathIn, messages, type Language } from './storefronts'

/** State is a page after actions of a visitor. */
export interface State {
  what: string
  /** Brings a visitor of wayfare there, on a screen of any width. */
  reach: (page: Page, language: Language) => Promise<void>
  /** Goes there from the state before it in its list. */
  continueTo?: (page: Page, language: Language) => Promise<void>
}

/** Groups states that follow each other. One visitor goes through each group. */
export function groupStates(states: State[]): State[][] {
  const walks: State[][] = []
  for (const state of states) {
    if (state.continueTo) walks.at(-1)?.push(state)
    else walks.push([state])
  }
  return walks
}

/** States on the way from a product to a result that a visitor reaches by their actions. */
export const bookingStates: State[] = [
  {
    what: 'an open booking form',
    async reach(page, language) {
      await page.goto(pathIn(language, productFor('wayfare', language, 'instant').path))
      const ticket = await openTicket(page, language)
      await ticket.getByText(messages[language].ticket.travellers, { exact: true }).click()
      await ticket.getByRole('radio', { checked: true }).first().waitFor()
    },
  },
  {
    what: 'a cart with items',
    async reach(page, language) {
      const t = messages[language].cart
      await fillCart(page, language)
      await page.goto(pathIn(language, '/cart'))
      await page.getByRole('heading', { name: t.summary }).waitFor()
      for (const words of [t.priceDetails, t.promoAdd]) await page.getByText(words).first().click()
      await page.getByLabel(t.promoField, { exact: true }).waitFor()
    },
  },
  {
    what: 'a checkout with errors',
    async reach(page, language) {
      await fillCart(page, language)
      await reserveUnfilled(page, language)
    },
    continueTo: reserveUnfilled,
  },
  {
    what: 'a result page',
    async reach(page, language) {
      await fillCart(page, language)
      await reserve(page, language)
    },
    continueTo: (page, language) => reserve(page, language),
  },
]

/** Tries to reserve the cart with an empty form. */
async function reserveUnfilled(page: Page, language: Language): Promise<void> {
  const { checkout, form } = messages[language]
  await page.goto(pathIn(language, '/checkout'))
  await page.getByRole('radio', { name: checkout.payLater }).click()
  await page.getByRole('button', { name: checkout.reserve }).click()
  await page.getByText(form.required).first().waitFor()
}

async function fillCart(page: Page, language: Language): Promise<void> {
  await page.goto(pathIn(language, '/faq'))
  for (const confirmation of ['instant', 'on_request']) {
    await addToCart(page, await freshChoice(page, productFor('wayfare', language, confirmation), 2))
  }
}

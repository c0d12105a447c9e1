import type { Page } from 'playwright-core'
import { freshChoice, productFor, runOperatorCommand } from './booking'
import { pathIn, type Language } from './storefronts'

/** Limits a departure that nobody has booked to one seat, and opens the page of its product on its day. */
export async function openFullDeparture(page: Page, language: Language): Promise<void> {
  await page.goto(pathIn(language, '/faq'))
  const product = productFor('wayfare', language, 'instant')
  const choice = await freshChoice(page, product, 2)
  const name = `${product.slug}/${choice.option}/${choice.date}/${choice.startTime}`
  await runOperatorCommand('departures', 'limit', name, '1')
  await page.evaluate((day) => sessionStorage.setItem('day', JSON.stringify(day)), choice.date)
  await page.goto(pathIn(language, product.path))
}

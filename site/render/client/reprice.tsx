import { AmountText } from '../../components/ui/amount'
import { noteText } from '../../components/blocks/currency-note'
import { cart, loadCart } from '../../features/cart/cart'
import { chooseCurrency, currency, forgetCurrency } from '../../lib/money/currency'
import { currencyEvent } from '../../lib/money/currency-event'
import { exponentOf } from '../../lib/money/exchange'
import { priceOf } from '../../lib/money/price'
import { setSite } from '../../lib/site'
import type { DocumentData } from './document-data'
import { renderHtml } from '../html'

/**
 * Shows every price of the document in the chosen currency; the choice may come from here, from earlier or from another
 * tab. Islands render their prices again; the others are replaced here.
 */
export function reprice(data: DocumentData, choice?: string): void {
  setSite(data.shell, data.strings)
  if (choice) chooseCurrency(choice)
  else forgetCurrency()
  for (const element of document.querySelectorAll<HTMLElement>('[data-money]')) showPrice(element)
  showCurrency()
  document.documentElement.classList.remove('repricing')
  document.dispatchEvent(new Event(currencyEvent))
  // The cart's amounts may differ in another currency.
  if (cart.get()) loadCart().catch(() => {})
}

function showPrice(element: HTMLElement): void {
  if (element.closest('[data-live]')) return
  const [, amount, code = ''] = /^(-?\d+)(\w+)$/.exec(element.dataset.money ?? '') ?? []
  const money = { amount: Number(amount), currency: code, exponent: exponentOf(code) }
  const { unconverted } = priceOf(money)
  if (unconverted) element.title = unconverted
  else element.removeAttribute('title')
  element.innerHTML = renderHtml(<AmountText money={money} />)
}

function showCurrency(): void {
  const shown = currency()
  for (const select of document.querySelectorAll<HTMLSelectElement>('[data-currencies]')) select.value = shown
  for (const code of document.querySelectorAll<HTMLElement>('[data-currency-code]')) code.textContent = shown
  for (const note of document.querySelectorAll<HTMLElement>('[data-currency-note]')) {
    note.textContent = noteText()
    note.hidden = note.textContent === ''
  }
}

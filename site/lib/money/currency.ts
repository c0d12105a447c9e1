import { writeText } from '../browser/storage'
import { exchangeMoney, siteRates } from './exchange'
import type { Money } from '../payload.gen'
import { site } from '../site'

/** The name of the cookie with the currency that prices are shown in; the API reads it too. */
const currencyKey = 'currency'
const cookieMaxAge = 365 * 24 * 3600

/** Returns the currencies that prices can be shown in; those that the deployment takes come first. */
export function shownCurrencies(): string[] {
  const { currencies, currency } = site().shell
  const known = currencies.filter((code, i) => i === 0 || code in currency.rates)
  return [...known, ...Object.keys(currency.rates).filter((code) => !known.includes(code))]
}

// The currency that the visitor has chosen, '' for none, once it is known. The server has none.
let chosen: string | undefined

function chosenCurrency(): string {
  if (typeof document === 'undefined') return ''
  return (chosen ??= /(?:^|; )currency=(\w+)/.exec(document.cookie)?.[1] ?? '')
}

/**
 * Returns the currency that prices are shown in: the visitor's choice if the deployment has it, or else the default.
 */
export function currency(): string {
  const own = site().shell.currency.default
  const code = chosenCurrency()
  return code && code !== own && shownCurrencies().includes(code) ? code : own
}

/** Stores the visitor's choice, for the API and other tabs too. */
export function chooseCurrency(code: string): void {
  chosen = code
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${currencyKey}=${code}; Path=/; Max-Age=${cookieMaxAge}; SameSite=Lax${secure}`
  writeText('localStorage', currencyKey, code)
}

/** Forgets the choice in memory, so that it is read again: another tab has changed it. */
export function forgetCurrency(): void {
  chosen = undefined
}

/** Converts an amount to the shown currency; returns it unchanged if the rate is unknown. */
export function toShownCurrency(money: Money): Money {
  return exchangeMoney(money, currency(), siteRates()) ?? money
}

/** Returns the currency that is charged: the shown one if the deployment takes it, or the deployment's own. */
export function chargedCurrency(): string {
  const { currencies } = site().shell
  const code = currency()
  return currencies.includes(code) ? code : (currencies[0] ?? code)
}

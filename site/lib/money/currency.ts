import { writeText } from '../browser/storage'
import type { Money } from '../payload.gen'
import { site } from '../site'

/** The shared value 'currency': what a visitor wants to see prices in, kept in a cookie so that the API knows it too. */
const currencyKey = 'currency'
const lasts = 365 * 24 * 3600

/** What one unit of the deployment's own currency is in others, as plain decimals. */
interface Exchange {
  own: string
  rates: Record<string, string>
}

// As in internal/core/money: rates are whole numbers of so small parts.
const rateDecimals = 9
// ISO 4217, as in internal/core/money; all others that are known have two.
const exponents: Record<string, number> = {
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
  ...{ CLP: 0, ISK: 0, JPY: 0, KRW: 0, PYG: 0, UGX: 0, VND: 0, XAF: 0, XOF: 0 },
}

/** How many decimals a currency has. */
export function exponentOf(currency: string): number {
  return exponents[currency] ?? 2
}

function rateOf(currency: string, { own, rates }: Exchange): bigint | undefined {
  if (currency === own) return 10n ** BigInt(rateDecimals)
  const text = rates[currency]
  if (text === undefined) return undefined
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(rateDecimals, '0'))
}

/**
 * An amount in another currency, rounded to its last minor unit, halves away from zero, and to ten of them where it has
 * three decimals; undefined where a rate is not known. internal/core/money does the same, held to it by one table of vectors.
 */
export function exchanged(money: Money, to: string, exchange: Exchange): Money | undefined {
  if (money.currency === to) return money
  const [from, into] = [rateOf(money.currency, exchange), rateOf(to, exchange)]
  if (!from || !into) return undefined
  const exponent = exponentOf(to)
  const step = exponent === 3 ? 10n : 1n
  const shift = exponent - exponentOf(money.currency)
  const above = BigInt(Math.abs(money.amount)) * into * 10n ** BigInt(Math.max(shift, 0))
  const below = from * 10n ** BigInt(Math.max(-shift, 0)) * step
  const amount = Number(((2n * above + below) / (2n * below)) * step)
  if (!Number.isSafeInteger(amount)) return undefined
  return { amount: money.amount < 0 ? -amount : amount, currency: to, exponent }
}

export function siteExchange(): Exchange {
  const { currencies, currency } = site().shell
  return { own: currencies[0] ?? '', rates: currency.rates }
}

/** The currencies that prices can be shown in: those that can be paid in first. */
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

/** The currency that prices are shown in: the visitor's choice, or the default where that is none of the deployment's. */
export function currency(): string {
  const own = site().shell.currency.default
  const code = chosenCurrency()
  return code && code !== own && shownCurrencies().includes(code) ? code : own
}

/** Keeps a visitor's choice, for the API and other tabs too. */
export function chooseCurrency(code: string): void {
  chosen = code
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${currencyKey}=${code}; Path=/; Max-Age=${lasts}; SameSite=Lax${secure}`
  writeText('localStorage', currencyKey, code)
}

/** Reads the choice again, which another tab has made. */
export function forgetCurrency(): void {
  chosen = undefined
}

/** An amount in the currency that prices are shown in, or in another; as it is where the rate is not known. */
export function convert(money: Money, to: string = currency()): Money {
  return exchanged(money, to, siteExchange()) ?? money
}

/** Returns the currency that is charged: the shown one if the deployment takes it, or the deployment's own. */
export function settledCurrency(): string {
  const { currencies } = site().shell
  const code = currency()
  return currencies.includes(code) ? code : (currencies[0] ?? code)
}

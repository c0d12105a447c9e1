import type { Money } from '../payload.gen'
import { site } from '../site'

/** ExchangeRates has the value of one unit of the deployment's own currency in others, as plain decimals. */
interface ExchangeRates {
  baseCurrency: string
  rates: Record<string, string>
}

// Rates are whole numbers of 10^-9, as in internal/core/money.
const rateDecimals = 9
// The decimals of currencies by ISO 4217, as in internal/core/money; the others have two.
const exponents: Record<string, number> = {
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
  ...{ CLP: 0, ISK: 0, JPY: 0, KRW: 0, PYG: 0, UGX: 0, VND: 0, XAF: 0, XOF: 0 },
}

/** Returns the number of decimals of a currency. */
export function exponentOf(currency: string): number {
  return exponents[currency] ?? 2
}

function rateOf(currency: string, { baseCurrency, rates }: ExchangeRates): bigint | undefined {
  if (currency === baseCurrency) return 10n ** BigInt(rateDecimals)
  const text = rates[currency]
  if (text === undefined) return undefined
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(rateDecimals, '0'))
}

/**
 * Returns an amount in another currency, rounded to its minor unit, halves away from zero; to ten of them if it has
 * three decimals. Returns undefined if a rate is unknown. internal/core/money does the same; both run one table of
 * vectors.
 */
export function exchangeMoney(money: Money, to: string, exchange: ExchangeRates): Money | undefined {
  if (money.currency === to) return money
  const [from, into] = [rateOf(money.currency, exchange), rateOf(to, exchange)]
  if (!from || !into) return undefined
  const exponent = exponentOf(to)
  const step = exponent === 3 ? 10n : 1n
  const shift = exponent - exponentOf(money.currency)
  const numerator = BigInt(Math.abs(money.amount)) * into * 10n ** BigInt(Math.max(shift, 0))
  const denominator = from * 10n ** BigInt(Math.max(-shift, 0)) * step
  const amount = Number(((2n * numerator + denominator) / (2n * denominator)) * step)
  if (!Number.isSafeInteger(amount)) return undefined
  return { amount: money.amount < 0 ? -amount : amount, currency: to, exponent }
}

export function siteRates(): ExchangeRates {
  const { currencies, currency } = site().shell
  return { baseCurrency: currencies[0] ?? '', rates: currency.rates }
}

import { currency } from '../../lib/money/currency'
import { exchangeMoney, exponentOf, siteRates } from '../../lib/money/exchange'
import type { Money } from '../../lib/payload.gen'
import type { PriceRange, ListingQuery } from './listing-query'

/** Returns a price in whole units of the shown currency; undefined if the rate is unknown. */
export function wholeUnitsIn(shown: string, price: Money): number | undefined {
  const money = exchangeMoney(price, shown, siteRates())
  return money && money.amount / 10 ** money.exponent
}

/** Returns a query with its price range in the currency that is shown, no narrower; without it if no rate is known. */
export function withShownCurrency(query: ListingQuery): ListingQuery {
  const shown = currency()
  if (!query.price || query.price.currency === shown) return query
  const { min, max, currency: other } = query.price
  const toShown = (amount: number) => wholeUnitsIn(shown, moneyOf(amount, other))
  const [from, to] = [min && toShown(min), max && toShown(max)]
  const known = (from !== undefined || min === undefined) && (to !== undefined || max === undefined)
  const price: PriceRange = {
    ...(from !== undefined && { min: Math.floor(from) }),
    ...(to !== undefined && { max: Math.ceil(to) }),
    currency: shown,
  }
  return { ...query, price: known ? price : undefined }
}

/** Returns an amount in whole units of a currency as money. */
export function moneyOf(amount: number, code: string): Money {
  const exponent = exponentOf(code)
  return { amount: Math.round(amount * 10 ** exponent), currency: code, exponent }
}

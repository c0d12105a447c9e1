import { currency, exchanged, exponentOf, siteExchange } from '../../lib/money/currency'
import type { Money } from '../../lib/payload.gen'
import type { Tender } from './arrange'
import type { PriceRange, Wish } from './wish'

/** What prices are compared in: the currency that is shown. */
export function shownTender(): Tender {
  const shown = currency()
  return { currency: shown, exponent: exponentOf(shown), amountOf: (price) => wholeIn(shown, price) }
}

function wholeIn(shown: string, price: Money): number | undefined {
  const money = exchanged(price, shown, siteExchange())
  return money && money.amount / 10 ** money.exponent
}

/** A wish whose prices are in the currency that is shown, in whole units and no narrower; without them if that cannot be. */
export function inShownCurrency(wish: Wish): Wish {
  const shown = currency()
  if (!wish.price || wish.price.currency === shown) return wish
  const { min, max, currency: other } = wish.price
  const bound = (amount: number) => wholeIn(shown, moneyOf(amount, other))
  const [from, to] = [min && bound(min), max && bound(max)]
  const known = (from !== undefined || min === undefined) && (to !== undefined || max === undefined)
  const price: PriceRange = {
    ...(from !== undefined && { min: Math.floor(from) }),
    ...(to !== undefined && { max: Math.ceil(to) }),
    currency: shown,
  }
  return { ...wish, price: known ? price : undefined }
}

/** So many whole units of a currency. */
export function moneyOf(amount: number, code: string): Money {
  const exponent = exponentOf(code)
  return { amount: Math.round(amount * 10 ** exponent), currency: code, exponent }
}

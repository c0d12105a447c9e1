import { convert, currency } from './currency'
import { formatMoney } from '../i18n/format'
import type { Money } from '../payload.gen'
import { site } from '../site'

/** An amount as visitors see it, who may have chosen another currency. */
interface Price {
  text: string
  /** What it was converted from; absent where it is what it says. */
  of?: string
}

export function priceOf(money: Money): Price {
  if (money.currency === currency()) return { text: formatMoney(money) }
  const shown = convert(money)
  return shown === money ? { text: formatMoney(money) } : { text: formatMoney(shown), of: formatMoney(money) }
}

/** An amount within a sentence: "about €92.86" where it was converted. */
export function formatPrice(money: Money): string {
  const { text, of } = priceOf(money)
  return of ? `${site().t('currency.about')} ${text}` : text
}

/** An amount as it stands in an attribute, "39500AED". */
export function moneyText({ amount, currency: code }: Money): string {
  return `${amount}${code}`
}

/** Returns an amount in minor units as money of a cart's or an order's currency. */
export function moneyIn({ currency: code, exponent }: { currency: string; exponent: number }, amount: number): Money {
  return { amount, currency: code, exponent }
}

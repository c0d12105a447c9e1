import { toShownCurrency } from './currency'
import { formatMoney } from '../i18n/format'
import type { Money } from '../payload.gen'
import { t } from '../site'

/** Price is an amount as visitors see it, in the currency of their choice. */
interface Price {
  text: string
  /** The amount before the conversion; absent if nothing was converted. */
  unconverted?: string
}

export function priceOf(money: Money): Price {
  const shown = toShownCurrency(money)
  return shown === money ? { text: formatMoney(money) } : { text: formatMoney(shown), unconverted: formatMoney(money) }
}

/** Returns an amount for a sentence: "about €92.86" if it was converted. */
export function formatPrice(money: Money): string {
  const { text, unconverted } = priceOf(money)
  return unconverted ? `${t('currency.about')} ${text}` : text
}

/** Returns an amount for an attribute, "39500AED". */
export function moneyAttribute({ amount, currency: code }: Money): string {
  return `${amount}${code}`
}

/** Returns an amount in minor units as money of a cart's or an order's currency. */
export function moneyIn({ currency: code, exponent }: { currency: string; exponent: number }, amount: number): Money {
  return { amount, currency: code, exponent }
}

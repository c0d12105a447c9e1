import type { Money } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import type { Currency } from './booking'

/** Returns an amount with its currency. */
export function moneyIn({ currency, exponent }: Currency, amount: number): Money {
  return { amount, currency, exponent }
}

/** "3 nights"; empty where nothing is priced by days or nights. */
export function lengthText(length: number | undefined, by: 'DAY' | 'NIGHT' | undefined): string {
  if (length === undefined) return ''
  return site().t(by === 'NIGHT' ? 'duration.nights' : 'duration.days', { count: length })
}

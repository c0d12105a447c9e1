import type { CalendarDay } from './availability'
import type { Day } from '../../lib/i18n/clock'
import { convert } from '../../lib/money/currency'
import { formatCount, formatDate } from '../../lib/i18n/format'
import type { Money } from '../../lib/payload.gen'
import { formatPrice } from '../../lib/money/price'
import { site } from '../../lib/site'
import type { TicketProduct } from './ticket-product'

type Priced = Pick<TicketProduct, 'currency' | 'currencyExponent'>

/** Returns the lowest price of a day, in the currency of the server's answer. */
function priceOn(known: CalendarDay, amount: number, product: Priced): Money {
  const { currency = product.currency, exponent = product.currencyExponent } = known
  return { amount, currency, exponent }
}

/** Returns the price without its currency; without decimals if it was converted. */
export function dayPrice(known: CalendarDay, amount: number, product: Priced): string {
  const own = priceOn(known, amount, product)
  const shown = convert(own)
  const units = shown.amount / 10 ** shown.exponent
  return formatCount(shown === own ? units : Math.round(units))
}

/** Returns the accessible name of a day. */
export function dayLabel(day: Day, known: CalendarDay | undefined, product: TicketProduct): string {
  const { t } = site()
  const date = formatDate(day)
  if (known?.status === 'SOLD_OUT') return t('ticket.daySoldOut', { date })
  if (known?.price === undefined) return date
  const price = formatPrice(priceOn(known, known.price, product))
  return t(known.status === 'LIMITED' ? 'ticket.dayFew' : 'ticket.dayFrom', { date, price })
}

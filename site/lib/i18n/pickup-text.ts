import type { Extra, Transfer } from '../payload.gen'
import { t } from '../site'

/** Returns the text on a product's pickup: how it is paid for, and whether its place is chosen at checkout. */
export function pickupText({ included, extra, points = [] }: Transfer, extras: Extra[] = []): string {
  const paidBy = extras.find(({ id }) => id === extra)
  if (paidBy) return t('places.withExtra', { extra: paidBy.title })
  if (!included) return t('places.onRequest')
  const [only, ...others] = points
  return t(only?.exact && others.length === 0 ? 'places.included' : 'places.askedAtCheckout')
}

/** Returns the text on a product's drop-off: how it is paid for. */
export function dropOffText({ included, extra }: Transfer, extras: Extra[] = []): string {
  const paidBy = extras.find(({ id }) => id === extra)
  if (paidBy) return t('product.dropOffWithExtra', { extra: paidBy.title })
  return t(included ? 'product.dropOffIncluded' : 'product.dropOffExtra')
}

import { latinDigits } from '../../lib/i18n/latin-digits'
import { currency } from '../../lib/money/currency'
import type { PanelFilter } from './finder'
import { priceRange, type ListingQuery } from './listing-query'

/** Returns the query's change by a radio button or checkbox of a panel; undefined for a text field. */
export function chosenChange(
  open: PanelFilter,
  query: ListingQuery,
  { type, value, checked }: HTMLInputElement,
): Partial<ListingQuery> | undefined {
  if (type === 'radio') return { [open]: open === 'rating' ? Number(value) || undefined : value || undefined }
  if (type !== 'checkbox') return undefined
  const others = query[open as 'guides'].filter((other) => other !== value)
  return { [open]: checked ? [...others, value] : others }
}

/** Returns the values that are typed into a panel; undefined if one is not valid. */
export function typedChange(open: PanelFilter, dialog: HTMLDialogElement): Partial<ListingQuery> | undefined {
  const [first, second] = dialog.querySelectorAll('input')
  if (open === 'date') return first?.validity.valid ? { date: first.value || undefined } : undefined
  const [min, max] = [parseAmount(first?.value ?? ''), parseAmount(second?.value ?? '')]
  if (min === undefined || max === undefined) return undefined
  const price = priceRange(min, max, currency())
  return price || (!(Number(min) > 0) && max === '') ? { price } : undefined
}

/** Returns the query's change that clears a panel's filter. */
export function clearingChange(open: PanelFilter): Partial<ListingQuery> {
  return { [open]: open === 'guides' || open === 'cities' || open === 'categories' ? [] : undefined }
}

/** Returns typed text as a number; empty if there is none, undefined if it is not a number. */
function parseAmount(typed: string): string | undefined {
  const plain = latinDigits(typed)
    .replace(/[\s,٬]/g, '')
    .replace('٫', '.')
  return /^(?:\d{1,9}(?:\.\d{1,3})?)?$/.test(plain) ? plain : undefined
}

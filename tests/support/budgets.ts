import type { Kind } from '../../site/lib/payload.gen'
import type { AnyLanguage } from './storefronts'

// The budgets of what a browser loads, in bytes: scripts, styles and HTML as gzip, fonts and pictures as they are.
// weights.test.ts holds every built page to them by its files, budgets.test.ts what a browser really requests.

export const kB = 1000

export const styleBudget = 20 * kB
export const fontBudget: Record<AnyLanguage, number> = { en: 70 * kB, ar: 115 * kB, fr: 70 * kB }
export const htmlBudget = 25 * kB
/** The first picture of a page, as a phone requests it. */
export const heroBudget = 120 * kB

/** Script at rest, of pages that visitors read. */
const readingBudget = 8 * kB
/** Script at rest, of pages whose islands mount without being used. */
const mountedBudgets: Partial<Record<Kind, number>> = {
  cart: 113 * kB,
  checkout: 114 * kB,
  result: 109 * kB,
  invoices: 111 * kB,
  'reset-password': 104 * kB,
}
/** Returns how much script a page may load before it is used. */
export const scriptBudget = (kind: Kind) => mountedBudgets[kind] ?? readingBudget

/** Script in all, once a visitor has done more than open a page. */
export const scriptInUse = {
  'a listing with filters in its URL': 42 * kB,
  'search results': 41.5 * kB,
  'a contact form on screen': 103.5 * kB,
  'a booking form in use': 109 * kB,
}

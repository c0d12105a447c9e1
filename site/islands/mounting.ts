// Imports have extensions since the configuration of Vite imports this module, by way of message-groups.ts.
import { hasDraft } from '../features/booking/has-draft.ts'
import type { Mounting } from '../lib/islands/island-contract'
import { isAwaitingResults } from '../lib/navigation/awaiting-results.ts'

const hasDraftOfProduct = (element: HTMLElement) =>
  hasDraft(element.closest<HTMLElement>('[data-product]')?.dataset.product ?? '')

/**
 * Every island, with when it mounts. The entry of every page has these rows; registry.ts, which has what an island
 * loads, comes with the first island that mounts.
 */
export const mounting = {
  ticket: { mountOn: 'load', onlyIf: hasDraftOfProduct },
  negotiation: { mountOn: 'load', onlyIf: hasDraftOfProduct },
  gallery: { mountOn: 'interaction' },
  reviews: {
    mountOn: 'visible',
    onlyIf: async (element) => (await import('./reviews/changed-reviews.ts')).haveReviewsChanged(element),
  },
  listing: { plain: true, mountOn: 'load', onlyIf: isAwaitingResults },
  search: { plain: true, mountOn: 'load', onlyIf: isAwaitingResults },
  cart: { mountOn: 'load' },
  checkout: { mountOn: 'load' },
  result: { mountOn: 'load' },
  invoices: { mountOn: 'load' },
  'reset-password': { mountOn: 'load' },
  contact: { mountOn: 'visible' },
  embed: { plain: true, mountOn: 'interaction' },
} satisfies Record<string, Mounting>

export type IslandName = keyof typeof mounting

/** Returns when an island mounts. */
export const mountingOf = (name: string) => rowOf<Mounting>(mounting, name)

/** Returns an island's row, of those here or of a registry. */
export function rowOf<Row>(rows: Partial<Record<string, Row>>, name: string): Row {
  const row = rows[name]
  if (!row) throw new Error(`no island "${name}"`)
  return row
}

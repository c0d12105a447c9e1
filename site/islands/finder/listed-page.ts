import type { Payload } from '../../lib/payload'
import type { Listing } from '../../lib/payload.gen'

/** What an island has to know of the listing that it is on. */
export type ListedPage = Pick<Listing, 'of' | 'base' | 'number' | 'pages' | 'cards'>

export function listedPage(payload: Payload): ListedPage {
  if (payload.kind !== 'listing') throw new Error(`no listing in a payload of kind "${payload.kind}"`)
  const { of, base, number, pages, cards } = payload
  return { of, base, number, pages, cards }
}

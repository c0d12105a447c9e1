import type { Listing } from '../../lib/payload.gen'

/** What an island has to know of the listing that it is on. */
export type ListedPage = Pick<Listing, 'of' | 'base' | 'number' | 'pages' | 'cards'>

export function listedPage({ of, base, number, pages, cards }: Listing): ListedPage {
  return { of, base, number, pages, cards }
}

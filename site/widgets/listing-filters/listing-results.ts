import { fetchPayload } from '../../lib/navigation/page-payload'
import { currency } from '../../lib/money/currency'
import type { Listing, ProductCard } from '../../lib/payload.gen'
import { href } from '../../lib/site'
import { filterCards } from './filter-cards'
import type { ListingQuery } from './listing-query'
import { pageSize, createSearch, uniqueProducts, type Find, type Found } from './search-client'

/** The server searches longer listings. */
const maxPages = 10

/**
 * Returns the function that finds the results of a listing: from the payloads of its pages if these are few; from the
 * server if they are many or cannot be loaded, and for what only it knows: which starts are left, and until when they
 * can be cancelled.
 */
export function listingResults(listing: Listing): Find {
  const search = createSearch(scopeOf(listing))
  let cards: ProductCard[] | undefined
  let loading: Promise<unknown> | undefined
  const filterLocally = (query: ListingQuery): Found | undefined => {
    if (!cards) return undefined
    const { cards: all, facets } = filterCards(cards, query, currency())
    return { total: all.length, cards: all.slice(0, query.page * pageSize), facets }
  }
  const loadCards = () =>
    (loading ??= fetchAllCards(listing).then(
      (all) => (cards = all),
      () => (loading = undefined),
    ))
  const fromServer = async (query: ListingQuery, signal: AbortSignal): Promise<Found> => {
    try {
      return await search(query, signal)
    } catch (error) {
      await loading
      const found = query.date && !signal.aborted && filterLocally(query)
      if (!found) throw error
      return { ...found, dateUnknown: true }
    }
  }
  return (query, signal) => {
    const needsServer = query.date !== undefined || query.free
    if (listing.pages > maxPages) return fromServer(query, signal)
    if (needsServer) {
      void loadCards()
      return fromServer(query, signal)
    }
    return filterLocally(query) ?? loadCards().then(() => filterLocally(query) ?? fromServer(query, signal))
  }
}

/** Returns every card of a listing, in its order, from the payloads of its pages. */
async function fetchAllCards({ base, number, pages, cards }: Listing): Promise<ProductCard[]> {
  const numbers = Array.from({ length: pages }, (_, i) => i + 1)
  const lists = await Promise.all(numbers.map((n) => (n === number ? cards : fetchCards(base, n))))
  return uniqueProducts(lists.flat())
}

async function fetchCards(base: string, number: number): Promise<ProductCard[]> {
  const path = number === 1 ? base : `${base}/page/${number}`
  const payload = await fetchPayload(`${href(path)}/_payload.json`)
  if (payload?.kind !== 'listing') throw new Error('no listing')
  return payload.cards
}

function scopeOf({ of, id }: Listing) {
  return of === 'all' ? {} : { [of]: id }
}

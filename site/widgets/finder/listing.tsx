import '../../features/forms/fields.css'
import './finder.css'
import { listingTools } from '../../components/blocks/filter-bar'
import type { PlainHost } from '../../lib/islands/islands'
import type { Listing, ProductCard } from '../../lib/payload.gen'
import { href } from '../../lib/site'
import { Filters } from './filters'
import { Finder, type FinderState } from './finder'
import { changesList, type ListingQuery } from './listing-query'
import { Results } from './results'
import { fetchPayload } from '../../lib/navigation/page-payload'
import { displayCurrency } from './display-currency'
import { filterCards } from './filter-cards'
import { pageSize, SearchClient, unique, type Found } from './search-client'

/** Starts the filters and the order of a listing. The published list stays until results replace it. */
export function startListing(place: PlainHost, { listing }: { listing: Listing }): () => void {
  const render = (state: FinderState) => {
    const changed = changesList(state.query)
    const replaced = changed && (state.found ?? state.problem) !== undefined
    place.show(
      <>
        <Filters tools={listingTools} state={state} />
        {replaced && <Results state={state} place={listing.of === 'city' ? 'category' : 'city'} />}
      </>,
    )
    hidePublished(replaced, changed && state.pending)
  }
  const finder = new Finder({ place, render, find: listingResults(listing), base: href(listing.base) })
  return () => finder.end()
}

/** Hides the published list while results replace it. */
function hidePublished(replaced: boolean, waiting: boolean): void {
  const published = document.querySelector<HTMLElement>('[data-published]')
  if (!published) return
  published.hidden = replaced
  published.ariaBusy = String(waiting && !replaced)
  if (replaced || !waiting) document.documentElement.classList.remove('awaiting-results')
}

/** The server searches longer listings. */
const mostPages = 10

type Find = (query: ListingQuery, signal: AbortSignal) => Found | Promise<Found>

/**
 * Returns the function that finds the results of a listing: from the payloads of its pages if these are few; from the
 * server if they are many or cannot be loaded, and for what only it knows: which starts are left, and until when they
 * can be cancelled.
 */
function listingResults(listing: Listing): Find {
  const client = new SearchClient(scopeOf(listing))
  let cards: ProductCard[] | undefined
  let gathering: Promise<unknown> | undefined
  const own = (query: ListingQuery): Found | undefined => {
    if (!cards) return undefined
    const { cards: all, facets } = filterCards(cards, query, displayCurrency())
    return { total: all.length, cards: all.slice(0, query.page * pageSize), facets }
  }
  const gather = () =>
    (gathering ??= gatherCards(listing).then(
      (all) => (cards = all),
      () => (gathering = undefined),
    ))
  const fromServer = async (query: ListingQuery, signal: AbortSignal): Promise<Found> => {
    try {
      return await client.find(query, signal)
    } catch (error) {
      await gathering
      const found = query.date && !signal.aborted && own(query)
      if (!found) throw error
      return { ...found, dateUnknown: true }
    }
  }
  return (query, signal) => {
    const live = query.date !== undefined || query.free
    if (listing.pages > mostPages) return fromServer(query, signal)
    if (live) {
      void gather()
      return fromServer(query, signal)
    }
    return own(query) ?? gather().then(() => own(query) ?? fromServer(query, signal))
  }
}

/** Returns every card of a listing, in its order, from the payloads of its pages. */
async function gatherCards({ base, number, pages, cards }: Listing): Promise<ProductCard[]> {
  const numbers = Array.from({ length: pages }, (_, i) => i + 1)
  const lists = await Promise.all(numbers.map((n) => (n === number ? cards : fetchCards(base, n))))
  return unique(lists.flat())
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

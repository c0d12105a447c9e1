import '../../features/forms/fields.css'
import './listing-filters.css'
import { listingFilters } from '../../components/blocks/filter-bar'
import type { PlainHost } from '../../lib/islands/island-contract'
import type { Listing } from '../../lib/payload.gen'
import { href } from '../../lib/site'
import { Filters } from './filters'
import { Finder, type FinderState } from './finder'
import { isFilteredOrSorted } from './listing-query'
import { listingResults } from './listing-results'
import { Results } from './results'

/** Starts the filters and the order of a listing. The published list stays until results replace it. */
export function startListing(host: PlainHost, { listing }: { listing: Listing }): () => void {
  const render = (state: FinderState) => {
    const changed = isFilteredOrSorted(state.query)
    const replaced = changed && (state.found ?? state.problem) !== undefined
    host.show(
      <>
        <Filters filters={listingFilters} state={state} />
        {replaced && <Results state={state} place={listing.of === 'city' ? 'category' : 'city'} />}
      </>,
    )
    togglePublished(replaced, changed && state.pending)
  }
  const finder = new Finder({ host, render, find: listingResults(listing), base: href(listing.base) })
  return () => finder.end()
}

/** Hides the published list while results replace it. */
function togglePublished(replaced: boolean, waiting: boolean): void {
  const published = document.querySelector<HTMLElement>('[data-published]')
  if (!published) return
  published.hidden = replaced
  published.ariaBusy = String(waiting && !replaced)
  if (replaced || !waiting) document.documentElement.classList.remove('awaiting-results')
}

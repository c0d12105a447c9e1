import '../../styles/fields.css'
import '../../styles/finder.css'
import { useLayoutEffect } from 'react'
import { listingTools } from '../../components/blocks/filter-bar'
import { site } from '../../lib/site'
import { Filters } from './filters'
import type { ListedPage } from './listed-page'
import { Results } from './results'
import { useListing } from './use-listing'
import { useWish } from './use-wish'
import { isWished } from './wish'

interface Props {
  listing: ListedPage
}

/** Filters and order of a listing. The list as it was published stands below, until something else is wished for. */
export function ListingFinder({ listing }: Props) {
  const { wish, change } = useWish(site().href(listing.base))
  const finding = useListing(listing, wish)
  const ready = isWished(wish) && (finding.found !== undefined || finding.problem !== undefined)
  usePublished(ready, finding.pending && isWished(wish))
  return (
    <>
      <Filters tools={listingTools} wish={wish} change={change} finding={finding} />
      {ready && (
        <Results finding={finding} wish={wish} change={change} place={listing.of === 'city' ? 'category' : 'city'} />
      )}
    </>
  )
}

/** Puts the published list away while another stands in its place. */
function usePublished(replaced: boolean, waiting: boolean): void {
  useLayoutEffect(() => {
    const published = document.querySelector<HTMLElement>('[data-published]')
    if (!published) return
    published.hidden = replaced
    published.ariaBusy = String(waiting && !replaced)
    if (replaced || !waiting) document.documentElement.classList.remove('wished')
  }, [replaced, waiting])
}

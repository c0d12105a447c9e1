import '../../features/forms/fields.css'
import './listing-filters.css'
import { searchFilters } from '../../components/blocks/filter-bar'
import { Interpolate } from '../../components/ui/interpolate'
import type { PlainHost } from '../../lib/islands/island-contract'
import { parameterOf } from '../../lib/navigation/routes'
import { fullTitle, href, site, t } from '../../lib/site'
import { pathInLocale } from '../../lib/navigation/site-path'
import { Filters } from './filters'
import { Finder, type FinderState } from './finder'
import { hasFilters } from './listing-query'
import { Results } from './results'
import { fetchPopularPlaces, placePath, createSearch, type Destination } from './search-client'
import { Icon } from '../../components/ui/icon'
import { formatCount } from '../../lib/i18n/format'

/** Starts the results of a search, if the URL has a text; otherwise the page shows its form. */
export function startSearch(host: PlainHost): () => void {
  const text = searchTextOfAddress()
  document.documentElement.classList.remove('awaiting-results')
  if (!text) return () => {}
  document.title = fullTitle(t('search.resultsFor', { text }))
  const stop = new AbortController()
  let popular: Destination[] | undefined
  const render = (state: FinderState) => {
    // Without results there is nothing to filter.
    const nothing = state.found?.total === 0 && !hasFilters(state.query) && !state.pending
    if (nothing && !popular) {
      popular = []
      const showPlaces = (places: Destination[]) => {
        popular = places
        render(state)
      }
      fetchPopularPlaces(stop.signal).then(showPlaces, () => {})
    }
    host.show(<SearchView text={text} state={state} empty={nothing} popular={popular ?? []} />)
  }
  const finder = new Finder({ host, render, find: createSearch({ text }) })
  return () => {
    stop.abort()
    finder.end()
  }
}

interface Props {
  text: string
  state: FinderState
  empty: boolean
  popular: Destination[]
}

function SearchView({ text, state, empty, popular }: Props) {
  const { listingPath } = site()
  // Popular destinations, for visitors who have found nothing.
  const instead = (
    <div className="popular">
      <PlaceLinks label={t('finder.popular')} places={popular} />
      <a className="button button-outlined" href={href(listingPath)}>
        {t('nav.all')}
      </a>
    </div>
  )
  return (
    <>
      <h1 className="search-title" tabIndex={-1}>
        <Interpolate
          message={(placeholders) => t('search.resultsFor', placeholders)}
          values={{ text: <bdi>{text}</bdi> }}
        />
      </h1>
      <PlaceLinks label={t('finder.places')} places={state.found?.places ?? []} />
      {!empty && <Filters filters={searchFilters} state={state} />}
      <Results state={state} emptyContent={instead} />
    </>
  )
}

/** Returns the search text of the address: after /search/, or the parameter of a form without script. */
function searchTextOfAddress(): string {
  const { locale, shell } = site()
  const { pathname, search } = window.location
  const path = pathInLocale(pathname, locale, shell.locales) ?? ''
  return (parameterOf('/search', path) ?? new URLSearchParams(search).get('q') ?? '').trim()
}

/** Links to the listings of cities and categories. */
function PlaceLinks({ label, places }: { label: string; places: Destination[] }) {
  if (places.length === 0) return null
  return (
    <nav className="place-links" aria-label={label}>
      <ul>
        {places.map((place) => (
          <li key={`${place.kind} ${place.card.slug}`}>
            <a href={href(placePath(place))}>
              <Icon name={place.kind === 'city' ? 'pin' : 'ticket'} />
              {place.card.title} <bdi className="muted">{formatCount(place.card.count)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import '../../styles/fields.css'
import '../../styles/finder.css'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Interpolate } from '../../components/ui/interpolate'
import { searchTools } from '../../components/blocks/filter-bar'
import { parameterOf } from '../../lib/navigation/routes'
import { site } from '../../lib/site'
import { pathInLocale } from '../../lib/navigation/site-path'
import { Filters } from './filters'
import { MatchingPlaces, PopularPlaces } from './places'
import { Results } from './results'
import { useFound } from './use-found'
import { useWish } from './use-wish'
import { isFiltered } from './wish'

/** What was searched for, and what was found. */
export function SearchFinder() {
  const { t, shell } = site()
  const [text] = useState(textOfAddress)
  useLayoutEffect(() => document.documentElement.classList.remove('wished'), [])
  useEffect(() => {
    if (text) document.title = `${t('search.resultsFor', { text })} | ${shell.name}`
  }, [text, t, shell])
  return (
    <>
      {/* One element throughout: whoever has come here goes on from it. */}
      <h1 className="search-title" tabIndex={-1}>
        {text ? (
          <Interpolate message={(marks) => t('search.resultsFor', marks)} values={{ text: <bdi>{text}</bdi> }} />
        ) : (
          t('search.title')
        )}
      </h1>
      {text ? <Found text={text} /> : <PopularPlaces />}
    </>
  )
}

function Found({ text }: { text: string }) {
  const { wish, change } = useWish()
  const finding = useFound(text, wish)
  // Where there is nothing, there is nothing to filter.
  const nothing = finding.found?.total === 0 && !isFiltered(wish) && !finding.pending
  return (
    <>
      <MatchingPlaces places={finding.found?.places ?? []} />
      {!nothing && <Filters tools={searchTools} wish={wish} change={change} finding={finding} />}
      <Results finding={finding} wish={wish} change={change} instead={<PopularPlaces />} />
    </>
  )
}

/** The words behind /search/, or those that a form sent without script. */
function textOfAddress(): string {
  const { locale, shell } = site()
  const { pathname, search } = window.location
  const path = pathInLocale(pathname, locale, shell.locales) ?? ''
  return (parameterOf('/search', path) ?? new URLSearchParams(search).get('q') ?? '').trim()
}

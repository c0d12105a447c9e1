import type { ReactNode } from 'react'
import { CardGrid } from '../../components/cards/card-grid'
import { EmptyNote } from '../../components/blocks/empty-state'
import { LoadFailure } from '../../features/http/load-failure'
import { ResultsSkeleton } from '../../components/blocks/results-skeleton'
import { Button } from '../../components/ui/button'
import { formatCount } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import type { FinderState } from './finder'
import { hasFilters } from './listing-query'
import { pageSize } from './search-client'

interface Props {
  state: FinderState
  place?: 'city' | 'category'
  /** Shown if nothing was found without any filter. */
  emptyContent?: ReactNode
}

/** The results: their number, the cards, and the button for more. */
export function Results({ state, place, emptyContent }: Props) {
  const { query, found, pending, problem } = state
  return (
    <div className="results" aria-busy={pending}>
      <ResultLine state={state} />
      {found?.dateUnknown && (
        <div className="date-notice" role="alert">
          <p>{t('finder.dateUnknown')}</p>
          <Button variant="outlined" label={t('error.retry')} loading={pending} action="retry" />
        </div>
      )}
      {problem && <LoadFailure problem={problem} />}
      {!found && !problem && <ResultsSkeleton />}
      {found?.total === 0 && !problem && (
        <EmptyNote title={t('search.somethingElse')}>
          {hasFilters(query) ? <Button label={t('finder.clearFilters')} action="clear-filters" /> : emptyContent}
        </EmptyNote>
      )}
      {found && found.cards.length > 0 && (
        <div data-key="cards">
          <CardGrid cards={found.cards} place={place} batchSize={place && query.sort === 'relevance' ? pageSize : 1} />
        </div>
      )}
      {found && found.cards.length < found.total && (
        <div className="results-more" data-key="more">
          <p className="muted">
            {t('finder.shown', { shown: formatCount(found.cards.length), total: formatCount(found.total) })}
          </p>
          {!problem && <Button variant="outlined" label={t('finder.more')} loading={pending} action="more" />}
        </div>
      )}
    </div>
  )
}

function ResultLine({ state: { query, found, pending, problem } }: Props) {
  const count = found && countText(found.total)
  const partial = found?.partial && found.total > 0 && t('finder.partial')
  return (
    <>
      <div className="result-line">
        <h2>{count ?? t('listing.results')}</h2>
        {partial && <p className="muted">{partial}</p>}
        {found?.inexact && !found.partial && <p className="muted">{t('finder.inexact')}</p>}
        {query.free && !query.date && <p className="muted">{t('finder.freeNext')}</p>}
      </div>
      <p className="sr-only" role="status">
        {pending ? t('finder.looking') : !problem && (partial ? `${count}. ${partial}` : count)}
      </p>
    </>
  )
}

function countText(total: number): string {
  return total === 0 ? t('search.noResults') : t('listing.count', { count: total, n: formatCount(total) })
}

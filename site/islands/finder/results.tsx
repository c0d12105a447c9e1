import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { CardGrid } from '../../components/cards/card-grid'
import { LoadFailure } from '../../features/http/load-failure'
import { EmptyNote } from '../../components/blocks/empty-state'
import { Button } from '../../components/ui/button'
import { formatCount } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { focusBar } from './applied'
import { pageSize } from './ask'
import { ResultsSkeleton } from '../../components/blocks/results-skeleton'
import type { Finding } from './use-found'
import type { Change } from './use-wish'
import { isFiltered, withoutFilters, type Wish } from './wish'

interface Props {
  finding: Finding
  wish: Wish
  change: Change
  place?: 'city' | 'category'
  /** What to do where nothing was found and nothing is filtered. */
  instead?: ReactNode
}

/** What was found: how many, the cards, and the way to more of them. */
export function Results({ finding, wish, change, place, instead }: Props) {
  const { t } = site()
  const { found, pending, problem, retry } = finding
  const grid = useFocusOnMore(found?.cards.length ?? 0, wish.page)
  const count = found && countText(found.total)
  return (
    <div className="results" aria-busy={pending}>
      <div className="result-line">
        <h2>{count ?? t('listing.results')}</h2>
        {found?.partial && found.total > 0 && <p className="muted">{t('finder.partial')}</p>}
        {found?.inexact && !found.partial && <p className="muted">{t('finder.inexact')}</p>}
        {wish.free && !wish.date && <p className="muted">{t('finder.freeNext')}</p>}
      </div>
      <p className="sr-only" role="status">
        {pending
          ? t('finder.looking')
          : !problem && (found?.partial && found.total > 0 ? `${count}. ${t('finder.partial')}` : count)}
      </p>
      <DateNotice finding={finding} />
      {problem && <LoadFailure problem={problem} onRetry={retry} />}
      {!found && !problem && <ResultsSkeleton />}
      {found?.total === 0 && !problem && (
        <NothingFound filtered={isFiltered(wish)} clear={() => change(withoutFilters(wish))} instead={instead} />
      )}
      {found && found.cards.length > 0 && (
        <div ref={grid}>
          <CardGrid cards={found.cards} place={place} run={place && wish.sort === 'relevance' ? pageSize : 1} />
        </div>
      )}
      {found && found.cards.length < found.total && (
        <div className="results-more">
          <p className="muted">
            {t('finder.shown', { shown: formatCount(found.cards.length), total: formatCount(found.total) })}
          </p>
          {!problem && (
            <Button
              variant="outlined"
              label={t('finder.more')}
              loading={pending}
              onClick={() => change({ page: wish.page + 1 }, 'replace')}
            />
          )}
        </div>
      )}
    </div>
  )
}

function countText(total: number): string {
  const { t } = site()
  return total === 0 ? t('search.noResults') : t('listing.count', { count: total, n: formatCount(total) })
}

/** Dates are the server's to say; where it does not, the rest of the filters still works. */
function DateNotice({ finding: { dateUnknown, pending, retry } }: { finding: Finding }) {
  const { t } = site()
  if (!dateUnknown) return null
  return (
    <div className="date-notice" role="alert">
      <p>{t('finder.dateUnknown')}</p>
      <Button variant="outlined" label={t('error.retry')} loading={pending} onClick={retry} />
    </div>
  )
}

interface NothingProps {
  filtered: boolean
  clear: () => void
  instead: ReactNode
}

function NothingFound({ filtered, clear, instead }: NothingProps) {
  const { t } = site()
  return (
    <EmptyNote title={t('search.somethingElse')}>
      {filtered ? (
        <Button
          label={t('finder.clearFilters')}
          onClick={() => {
            focusBar()
            clear()
          }}
        />
      ) : (
        instead
      )}
    </EmptyNote>
  )
}

/** Whoever asks for more goes on from the first of them. */
function useFocusOnMore(count: number, page: number) {
  const grid = useRef<HTMLDivElement>(null)
  const before = useRef({ count, page })
  useLayoutEffect(() => {
    const { current: last } = before
    if (page > last.page && count > last.count && last.count > 0) {
      grid.current?.querySelectorAll<HTMLElement>('.card-title a')[last.count]?.focus()
    }
    // While the next page is on its way the number of cards is still that of the last.
    if (count !== last.count || page < last.page) before.current = { count, page }
  }, [count, page])
  return grid
}

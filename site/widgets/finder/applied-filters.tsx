import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'
import type { Facets } from './filter-cards'
import { appliedOf } from './filter-labels'
import type { ListingQuery } from './listing-query'

interface Props {
  query: ListingQuery
  facets: Facets | undefined
}

/** The filters in use, each with a button that removes it. */
export function AppliedFilters({ query, facets }: Props) {
  const { t } = site()
  const applied = appliedOf(query, facets)
  if (applied.length === 0) return null
  return (
    <div className="applied" role="group" aria-label={t('finder.applied')}>
      <ul>
        {applied.map(({ key, text }) => (
          <li key={key} data-key={key}>
            <button
              type="button"
              className="applied-filter"
              aria-label={t('finder.remove', { filter: text })}
              data-remove={key}
            >
              <bdi>{text}</bdi>
              <Icon name="cross" />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="go link" data-action="clear-filters">
        {t('finder.clearAll')}
      </button>
    </div>
  )
}

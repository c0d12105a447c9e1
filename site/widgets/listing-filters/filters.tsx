import { FilterBar, type FilterName, type FilterState } from '../../components/blocks/filter-bar'
import { t } from '../../lib/site'
import { settingOf, appliedFilters } from './filter-labels'
import type { FinderState, PanelFilter } from './finder'
import { FilterPanel } from './filter-panel'
import { ActionLink } from '../../components/ui/action-link'
import { Icon } from '../../components/ui/icon'

/** The element that holds the panel of a filter, by its id. */
export const panelId = (filter: PanelFilter) => `filter-panel-${filter}`

/** The bar with the open panel, and the filters in use. */
export function Filters({ filters, state }: { filters: readonly FilterName[]; state: FinderState }) {
  const { query, found, open } = state
  const stateOf = (filter: FilterName | 'sort'): FilterState => {
    if (filter === 'free' || filter === 'pickup') return { pressed: query[filter] }
    const panel = open === filter ? panelId(filter) : undefined
    if (filter !== 'sort') return { panel, setting: settingOf(filter, query, found?.facets) }
    return { panel, setting: query.sort === 'relevance' ? undefined : t(`finder.sorts.${query.sort}`) }
  }
  return (
    <>
      <FilterBar
        filters={filters}
        stateOf={stateOf}
        panelOf={(filter) => filter === open && <FilterPanel state={state} open={open} />}
      />
      <AppliedFilters {...state} />
    </>
  )
}

/** The filters in use, each with a button that removes it. */
function AppliedFilters({ query, found }: FinderState) {
  const applied = appliedFilters(query, found?.facets)
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
      <ActionLink label={t('finder.clearAll')} data-action="clear-filters" />
    </div>
  )
}

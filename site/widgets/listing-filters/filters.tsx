import { FilterBar, type Tool, type ToolState } from '../../components/blocks/filter-bar'
import { t } from '../../lib/site'
import { settingOf, appliedOf } from './filter-labels'
import type { FinderState, PanelTool } from './finder'
import { FilterPanel } from './filter-panel'
import { ActionLink } from '../../components/ui/action-link'
import { Icon } from '../../components/ui/icon'

/** The element that holds the panel of a filter, by its id. */
export const panelId = (tool: PanelTool) => `filter-panel-${tool}`

/** The bar with the open panel, and the filters in use. */
export function Filters({ tools, state }: { tools: readonly Tool[]; state: FinderState }) {
  const { query, found, open } = state
  const stateOf = (tool: Tool | 'sort'): ToolState => {
    if (tool === 'free' || tool === 'pickup') return { pressed: query[tool] }
    const panel = open === tool ? panelId(tool) : undefined
    if (tool !== 'sort') return { panel, setting: settingOf(tool, query, found?.facets) }
    return { panel, setting: query.sort === 'relevance' ? undefined : t(`finder.sorts.${query.sort}`) }
  }
  return (
    <>
      <FilterBar
        tools={tools}
        stateOf={stateOf}
        panelOf={(tool) => tool === open && <FilterPanel state={state} open={open} />}
      />
      <AppliedFilters {...state} />
    </>
  )
}

/** The filters in use, each with a button that removes it. */
function AppliedFilters({ query, found }: FinderState) {
  const applied = appliedOf(query, found?.facets)
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

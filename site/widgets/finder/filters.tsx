import { FilterBar, type Tool, type ToolState } from '../../components/blocks/filter-bar'
import { site } from '../../lib/site'
import { AppliedFilters } from './applied-filters'
import { settingOf } from './filter-labels'
import type { FinderState, PanelTool } from './finder'
import { FilterPanel } from './filter-panel'

/** The element that holds the panel of a filter, by its id. */
export const panelId = (tool: PanelTool) => `filter-panel-${tool}`

interface Props {
  tools: readonly Tool[]
  state: FinderState
}

/** The bar with the open panel, and the filters in use. */
export function Filters({ tools, state }: Props) {
  const { query, found, open } = state
  const stateOf = (tool: Tool | 'sort'): ToolState => {
    if (tool === 'free' || tool === 'pickup') return { pressed: query[tool] }
    const panel = open === tool ? panelId(tool) : undefined
    if (tool !== 'sort') return { panel, setting: settingOf(tool, query, found?.facets) }
    return { panel, setting: query.sort === 'relevance' ? undefined : site().t(`finder.sorts.${query.sort}`) }
  }
  return (
    <>
      <FilterBar
        tools={tools}
        stateOf={stateOf}
        panelOf={(tool) => tool === open && <FilterPanel state={state} open={open} />}
      />
      <AppliedFilters query={query} facets={found?.facets} />
    </>
  )
}

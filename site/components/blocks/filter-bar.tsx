import type { ReactNode } from 'react'
import { t } from '../../lib/site'
import { Icon } from '../ui/icon'

/** The filters of a listing, in the order of the bar; a search has two more. */
export const listingFilters = ['date', 'price', 'length', 'rating', 'guides', 'free', 'pickup'] as const
const [date, ...others] = listingFilters
export const searchFilters = [date, 'cities', 'categories', ...others] as const
export type FilterName = (typeof searchFilters)[number]

/** A filter or an order as its button has it. */
export interface FilterState {
  /** The setting in few words. */
  setting?: string
  /** For filters that are on or off. */
  pressed?: boolean
  /** For filters with a panel: its id while it is open. */
  panel?: string
}

interface Props {
  filters: readonly FilterName[]
  /** Before the script no filter is set, and a click on a button mounts the island. */
  stateOf?: (filter: FilterName | 'sort') => FilterState
  panelOf?: (filter: FilterName | 'sort') => ReactNode
}

/** The row of filters above a list, and its order. */
export function FilterBar({ filters, stateOf = () => ({}), panelOf = () => null }: Props) {
  return (
    <div className="filter-bar" role="group" aria-label={t('finder.bar')}>
      <ul>
        {filters.map((filter) => (
          <li key={filter}>
            <FilterButton filter={filter} state={stateOf(filter)} />
            {panelOf(filter)}
          </li>
        ))}
        <li className="filter-sort">
          <FilterButton filter="sort" state={stateOf('sort')} />
          {panelOf('sort')}
        </li>
      </ul>
    </div>
  )
}

function FilterButton({ filter, state }: { filter: FilterName | 'sort'; state: FilterState }) {
  const isToggle = filter === 'free' || filter === 'pickup'
  const { setting, pressed = false, panel } = state
  const name = filterLabel(filter)
  const settingLabel = setting === undefined ? undefined : t('finder.set', { name, setting })
  const unset = filter === 'sort' ? t('finder.set', { name, setting: t('finder.sorts.relevance') }) : name
  return (
    <button
      type="button"
      className={pressed || settingLabel ? 'filter-button filter-button-set' : 'filter-button'}
      data-replay={filter}
      aria-label={settingLabel}
      aria-pressed={isToggle ? pressed : undefined}
      aria-haspopup={isToggle ? undefined : 'dialog'}
      aria-expanded={isToggle ? undefined : panel !== undefined}
      aria-controls={panel}
    >
      {isToggle && pressed && <Icon name="check" />}
      <bdi>{setting ?? unset}</bdi>
      {!isToggle && <Icon name="chevron" />}
    </button>
  )
}

/** Returns the name of a filter. */
export function filterLabel(filter: FilterName | 'sort'): string {
  if (filter === 'free') return t('card.freeCancellation')
  return filter === 'pickup' ? t('card.pickup') : t(`finder.${filter}`)
}

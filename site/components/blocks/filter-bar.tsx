import type { ReactNode } from 'react'
import { t } from '../../lib/site'
import { Icon } from '../ui/icon'

/** The filters of a listing, in the order of the bar; a search has two more. */
export const listingTools = ['date', 'price', 'length', 'rating', 'guides', 'free', 'pickup'] as const
const [date, ...others] = listingTools
export const searchTools = [date, 'cities', 'categories', ...others] as const
export type Tool = (typeof searchTools)[number]

/** A filter or an order as its button has it. */
export interface ToolState {
  /** The setting in few words. */
  setting?: string
  /** For filters that are on or off. */
  pressed?: boolean
  /** For filters with a panel: its id while it is open. */
  panel?: string
}

interface Props {
  tools: readonly Tool[]
  /** Before the script no filter is set, and a click on a button mounts the island. */
  stateOf?: (tool: Tool | 'sort') => ToolState
  panelOf?: (tool: Tool | 'sort') => ReactNode
}

/** The row of filters above a list, and its order. */
export function FilterBar({ tools, stateOf = () => ({}), panelOf = () => null }: Props) {
  return (
    <div className="filter-bar" role="group" aria-label={t('finder.bar')}>
      <ul>
        {tools.map((tool) => (
          <li key={tool}>
            <ToolButton tool={tool} state={stateOf(tool)} />
            {panelOf(tool)}
          </li>
        ))}
        <li className="filter-sort">
          <ToolButton tool="sort" state={stateOf('sort')} />
          {panelOf('sort')}
        </li>
      </ul>
    </div>
  )
}

function ToolButton({ tool, state }: { tool: Tool | 'sort'; state: ToolState }) {
  const toggle = tool === 'free' || tool === 'pickup'
  const { setting, pressed = false, panel } = state
  const name = toolName(tool)
  const whole = setting === undefined ? undefined : t('finder.set', { name, setting })
  const unset = tool === 'sort' ? t('finder.set', { name, setting: t('finder.sorts.relevance') }) : name
  return (
    <button
      type="button"
      className={pressed || whole ? 'filter-button filter-button-set' : 'filter-button'}
      data-replay={tool}
      aria-label={whole}
      aria-pressed={toggle ? pressed : undefined}
      aria-haspopup={toggle ? undefined : 'dialog'}
      aria-expanded={toggle ? undefined : panel !== undefined}
      aria-controls={panel}
    >
      {toggle && pressed && <Icon name="check" />}
      <bdi>{setting ?? unset}</bdi>
      {!toggle && <Icon name="chevron" />}
    </button>
  )
}

/** Returns the name of a filter. */
export function toolName(tool: Tool | 'sort'): string {
  if (tool === 'free') return t('card.freeCancellation')
  return tool === 'pickup' ? t('card.pickup') : t(`finder.${tool}`)
}

import { useRef } from 'react'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'
import type { Facets } from './arrange'
import type { Change } from './use-wish'
import { withoutFilters, type Wish } from './wish'
import { appliedOf } from './words'

interface Props {
  wish: Wish
  change: Change
  facets: Facets | undefined
}

/** The filters in use, each with a button that takes it away. */
export function AppliedFilters({ wish, change, facets }: Props) {
  const { t } = site()
  const list = useRef<HTMLUListElement>(null)
  const applied = appliedOf(wish, facets)
  if (applied.length === 0) return null
  const remove = (at: number, without: Partial<Wish>) => {
    // The button goes with its filter; the focus goes on from its neighbour.
    const buttons = list.current?.querySelectorAll('button')
    const next = buttons?.[at + 1] ?? buttons?.[at - 1]
    if (applied.length > 1) next?.focus()
    else focusBar()
    change(without)
  }
  return (
    <div className="applied" role="group" aria-label={t('finder.applied')}>
      <ul ref={list}>
        {applied.map(({ key, text, without }, at) => (
          <li key={key}>
            <button
              type="button"
              className="applied-filter"
              aria-label={t('finder.remove', { filter: text })}
              onClick={() => remove(at, without)}
            >
              <bdi>{text}</bdi>
              <Icon name="cross" />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="go link"
        onClick={() => {
          focusBar()
          change(withoutFilters(wish))
        }}
      >
        {t('finder.clearAll')}
      </button>
    </div>
  )
}

/** Puts the focus on the first filter: what had it is about to go. */
export function focusBar(): void {
  document.querySelector<HTMLElement>('.filter-bar button')?.focus({ preventScroll: true })
}

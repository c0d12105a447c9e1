import type { ReactNode } from 'react'
import type { Shell } from '../lib/payload.gen'
import { t } from '../lib/site'
import { HeaderTools } from './header-tools'
import { PlacesMenu } from './places-menu'
import { SearchForm } from './search-form'
import { Wordmark } from './wordmark'

interface Props {
  shell: Shell
  className?: string
  /** Stands above the row; the wordmark is in it then, and the navigation comes before the search. */
  top?: ReactNode
  /** A class for a box around the row. */
  rowClass?: string
  /** Follows the wordmark. */
  afterWordmark?: ReactNode
  /** False if `below` has the search. */
  search?: boolean
  /** The main navigation; the menu of places by default. */
  nav?: ReactNode
  /** The last of the row. */
  end?: ReactNode
  below?: ReactNode
}

/** The header of every layout type: wordmark, search, navigation and tools in one row, and slots for the rest. */
export function SiteHeader({ shell, className, top, rowClass, afterWordmark, search = true, nav, end, below }: Props) {
  const searchForm = search && <SearchForm id="search" />
  const row = (
    <div className="wrap header-row">
      {!top && <Wordmark shell={shell} />}
      {afterWordmark}
      {!top && searchForm}
      <nav className="header-nav" aria-label={t('nav.main')}>
        {nav ?? <PlacesMenu shell={shell} />}
      </nav>
      {top && searchForm}
      <HeaderTools shell={shell} />
      {end}
    </div>
  )
  return (
    <header className={className ? `site-header ${className}` : 'site-header'}>
      {/* The first link of a page, shown when it has the focus. */}
      <a className="skip-link" href="#page">
        {t('nav.skip')}
      </a>
      {top}
      {rowClass ? <div className={rowClass}>{row}</div> : row}
      {below}
    </header>
  )
}

import type { Shell } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { HeaderMenu, MenuMore, MenuIcon } from '../header-menu'
import { LinkBar, LinkItems } from '../link-list'
import { SearchForm } from '../search-form'
import { categoryLinks, menuLinks } from '../shell-links'
import { SiteHeader } from '../site-header'

/** The wordmark on ink, the few pages; below them the categories as chips beside the search. No menu of cities. */
export function Header({ shell }: { shell: Shell }) {
  const nav = (
    <>
      <ul className="header-pages">
        <LinkItems links={menuLinks('all', 'about', 'stories', 'contact')} className="header-item" />
      </ul>
      <HeaderMenu summary={<MenuIcon />}>
        <MenuMore links={menuLinks('all', 'about', 'stories', 'contact', 'faq', 'search')} />
      </HeaderMenu>
    </>
  )
  const categories = t('nav.categories')
  const below = (
    <div className="wrap classic-finding">
      <SearchForm id="search" />
      <LinkBar className="chip-row" label={categories} links={categoryLinks(shell)} linkClass="chip-link" />
    </div>
  )
  return <SiteHeader shell={shell} className="classic-header" search={false} nav={nav} below={below} />
}

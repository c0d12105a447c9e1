import type { Shell } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { HeaderMenu, MenuList, MenuMore, MenuIcon } from '../header-menu'
import { LinkBar, LinkItems } from '../link-list'
import { allCategories, categoryLinks, cityLinks, menuLinks } from '../shell-links'
import { SiteHeader } from '../site-header'

/**
 * A magazine's masthead: the name large over a double rule, below it the cities as sections and the deployment's pages.
 */
export function Header({ shell }: { shell: Shell }) {
  const cities = cityLinks(shell)
  const pages = menuLinks('all', 'stories', 'faq', 'contact')
  const nav = (
    <>
      {/* On a phone the pages and the categories; the cities stand in their line. */}
      <HeaderMenu summary={<MenuIcon />}>
        <MenuList title={t('nav.categories')} links={categoryLinks(shell)} all={allCategories()} />
        <MenuMore links={pages} />
      </HeaderMenu>
      <ul className="header-pages">
        <LinkItems links={pages} className="header-item" />
      </ul>
    </>
  )
  const end = cities.length > 1 && (
    <LinkBar className="masthead-cities" label={t('nav.destinations')} links={cities} linkClass="header-item" />
  )
  return <SiteHeader shell={shell} className="masthead" nav={nav} end={end} />
}

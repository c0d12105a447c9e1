import type { Shell } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { HeaderMenu } from '../header-menu'
import { HeaderTools } from '../header-tools'
import { LinkItems } from '../link-items'
import { categoryLinks, cityLinks, pageLinks, type Link } from '../shell-links'
import { MenuList } from '../menu-list'
import { MenuMore } from '../menu-more'
import { MenuSign } from '../menu-sign'
import { SearchForm } from '../search-form'
import { SkipLink } from '../skip-link'
import { Wordmark } from '../wordmark'

interface Props {
  shell: Shell
}

/** A magazine's masthead: the name large over a double rule, beneath it the cities as sections and the house's own pages. */
export function Header({ shell }: Props) {
  const { t } = site()
  const cities = cityLinks(shell)
  const pages = pageLinks('all', 'stories', 'faq', 'contact')
  return (
    <header className="site-header masthead">
      <SkipLink />
      <div className="wrap header-row">
        <Wordmark shell={shell} />
        <SearchForm id="search" />
        <nav className="header-nav masthead-menu" aria-label={t('nav.main')}>
          <SmallMenu shell={shell} pages={pages} />
          <ul className="masthead-pages">
            <LinkItems links={pages} className="header-item" />
          </ul>
        </nav>
        <HeaderTools shell={shell} />
        {cities.length > 1 && (
          <nav className="masthead-cities" aria-label={t('nav.destinations')}>
            <ul>
              <LinkItems links={cities} className="header-item" />
            </ul>
          </nav>
        )}
      </div>
    </header>
  )
}

/** On a phone the pages and the kinds of day; the cities stand in their line. */
function SmallMenu({ shell, pages }: { shell: Shell; pages: Link[] }) {
  return (
    <HeaderMenu sign={<MenuSign />}>
      <MenuList title={site().t('nav.categories')} links={categoryLinks(shell)} />
      <MenuMore links={pages} />
    </HeaderMenu>
  )
}

import type { Shell } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { HeaderMenu } from '../header-menu'
import { HeaderTools } from '../header-tools'
import { LinkItems } from '../link-items'
import { categoryLinks, pageLinks } from '../shell-links'
import { MenuMore } from '../menu-more'
import { MenuSign } from '../menu-sign'
import { SearchForm } from '../search-form'
import { SkipLink } from '../skip-link'
import { Wordmark } from '../wordmark'

interface Props {
  shell: Shell
}

/** A house's own sign: name and what it stands for on ink, its few pages, its kinds of day as chips beside the search. No menu of cities. */
export function Header({ shell }: Props) {
  const { t } = site()
  return (
    <header className="site-header classic-header">
      <SkipLink />
      <div className="wrap header-row">
        <Wordmark shell={shell} />
        <nav className="header-nav" aria-label={t('nav.main')}>
          <ul className="classic-pages">
            <LinkItems links={pageLinks('all', 'about', 'stories', 'contact')} className="header-item" />
          </ul>
          <HeaderMenu className="classic-menu" sign={<MenuSign />}>
            <MenuMore links={pageLinks('all', 'about', 'stories', 'contact', 'faq', 'search')} />
          </HeaderMenu>
        </nav>
        <HeaderTools shell={shell} />
      </div>
      <div className="wrap classic-finding">
        <SearchForm id="search" />
        <nav className="chip-row" aria-label={t('nav.categories')}>
          <ul>
            <LinkItems links={categoryLinks(shell)} className="chip-link" />
          </ul>
        </nav>
      </div>
    </header>
  )
}

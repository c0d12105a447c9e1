import { ContactWays } from '../../components/blocks/contact-ways'
import { Icon } from '../../components/ui/icon'
import type { Shell } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { HeaderMenu } from '../header-menu'
import { HeaderTools } from '../header-tools'
import { LinkItems } from '../link-items'
import { categoryLinks, pageLinks, type Link } from '../shell-links'
import { MenuList } from '../menu-list'
import { SearchForm } from '../search-form'
import { SkipLink } from '../skip-link'
import { Wordmark } from '../wordmark'

interface Props {
  shell: Shell
}

/** A title page: the sign alone in the middle, everything else on one thin line below it. No menu of cities. */
export function Header({ shell }: Props) {
  const { t } = site()
  return (
    <header className="site-header editorial-header">
      <SkipLink />
      <div className="wrap editorial-sign">
        <Wordmark shell={shell} />
      </div>
      <div className="editorial-line">
        <div className="wrap header-row">
          <nav className="header-nav" aria-label={t('nav.main')}>
            <ul className="editorial-pages">
              <LinkItems links={pageLinks('all', 'about', 'stories', 'contact')} className="header-item" />
            </ul>
            <SmallMenu kinds={categoryLinks(shell)} />
          </nav>
          <SearchForm id="search" />
          <HeaderTools shell={shell} />
        </div>
      </div>
    </header>
  )
}

function SmallMenu({ kinds }: { kinds: Link[] }) {
  const { t } = site()
  const sign = (
    <>
      <Icon name="menu" />
      {t('nav.menu')}
    </>
  )
  return (
    <HeaderMenu className="editorial-menu" sign={sign}>
      <ul>
        <LinkItems links={pageLinks('all', 'about', 'stories', 'contact', 'faq')} />
      </ul>
      <MenuList title={t('nav.categories')} links={kinds} />
      <ContactWays now />
    </HeaderMenu>
  )
}

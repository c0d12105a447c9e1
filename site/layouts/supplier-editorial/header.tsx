import { ContactLinks } from '../../components/blocks/contact-links'
import { Icon } from '../../components/ui/icon'
import type { Shell } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { HeaderMenu, MenuList } from '../header-menu'
import { LinkItems } from '../link-list'
import { allCategories, categoryLinks, menuLinks, type Link } from '../shell-links'
import { SiteHeader } from '../site-header'
import { Wordmark } from '../wordmark'

/** A title page: the wordmark alone in the middle, everything else on one thin line below it. No menu of cities. */
export function Header({ shell }: { shell: Shell }) {
  const sign = (
    <div className="wrap editorial-sign">
      <Wordmark shell={shell} />
    </div>
  )
  const nav = (
    <>
      <ul className="header-pages">
        <LinkItems links={menuLinks('all', 'about', 'stories', 'contact')} className="header-item" />
      </ul>
      <SmallMenu kinds={categoryLinks(shell)} />
    </>
  )
  return <SiteHeader shell={shell} className="editorial-header" top={sign} rowClass="editorial-line" nav={nav} />
}

function SmallMenu({ kinds }: { kinds: Link[] }) {
  const sign = (
    <>
      <Icon name="menu" />
      {t('nav.menu')}
    </>
  )
  return (
    <HeaderMenu summary={sign}>
      <ul>
        <LinkItems links={menuLinks('all', 'about', 'stories', 'contact', 'faq')} />
      </ul>
      <MenuList title={t('nav.categories')} links={kinds} all={allCategories()} />
      <ContactLinks withoutEmail />
    </HeaderMenu>
  )
}

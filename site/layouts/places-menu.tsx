import { Icon } from '../components/ui/icon'
import type { Shell } from '../lib/payload.gen'
import { t } from '../lib/site'
import { HeaderMenu, MenuList, MenuMore, MenuIcon } from './header-menu'
import { allCategories, allCities, categoryLinks, cityLinks, menuLinks } from './shell-links'

/** A marketplace's menu: its cities and categories, then its pages. */
export function PlacesMenu({ shell }: { shell: Shell }) {
  const sign = (
    <>
      <span className="menu-wide">{t('nav.menu')}</span>
      <Icon name="chevron" />
      <span className="menu-narrow">
        <MenuIcon />
      </span>
    </>
  )
  return (
    <HeaderMenu summary={sign}>
      <MenuList title={t('nav.destinations')} links={cityLinks(shell)} all={allCities()} />
      <MenuList title={t('nav.categories')} links={categoryLinks(shell)} all={allCategories()} />
      <MenuMore links={menuLinks('all', 'stories', 'faq', 'contact')} />
    </HeaderMenu>
  )
}

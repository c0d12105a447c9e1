import { ContactWays } from '../../components/contact-ways'
import { Icon } from '../../components/ui/icon'
import type { Named, Shell } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { CurrencyChoice } from '../currency-choice'
import { HeaderTools } from '../header-tools'
import { SearchForm } from '../search-form'

interface Props {
  shell: Shell
}

/** Search first: wordmark, search, the menu of cities. */
export function Header({ shell }: Props) {
  const { t, href, listingPath } = site()
  return (
    <header className="site-header">
      <a className="skip-link" href="#page">
        {t('nav.skip')}
      </a>
      <div className="wrap header-row">
        <a className="wordmark" href={href('/')}>
          {shell.name}
        </a>
        <SearchForm id="search" />
        <nav className="header-nav" aria-label={t('nav.main')}>
          <details className="menu" name="header-menu">
            <summary className="header-item">
              <span className="menu-wide">{t('nav.destinations')}</span>
              <Icon name="chevron" />
              <span className="menu-narrow">
                <Icon name="menu" />
                <span className="sr-only">{t('nav.menu')}</span>
              </span>
            </summary>
            <div className="menu-panel">
              <MenuList title={t('nav.destinations')} path={(id) => `/things-to-do-in-${id}`} items={shell.cities} />
              <MenuList title={t('nav.categories')} path={(id) => `/${id}`} items={shell.categories} />
              <ul className="menu-more">
                <MenuLink path={listingPath} name={t('nav.all')} />
                <MenuLink path="/blog" name={t('nav.stories')} />
                <MenuLink path="/faq" name={t('nav.faq')} />
                <MenuLink path="/contact-us" name={t('nav.contact')} />
                <li>
                  <ContactWays now />
                </li>
              </ul>
              <CurrencyChoice className="menu-currency" />
            </div>
          </details>
        </nav>
        <HeaderTools shell={shell} />
      </div>
    </header>
  )
}

function MenuList({ title, path, items }: { title: string; path: (id: string) => string; items: Named[] }) {
  return (
    <div className="menu-list">
      <p className="menu-title">{title}</p>
      <ul>
        {items.map(({ id, name }) => (
          <MenuLink key={id} path={path(id)} name={name} />
        ))}
      </ul>
    </div>
  )
}

function MenuLink({ path, name }: { path: string; name: string }) {
  return (
    <li>
      <a href={site().href(path)}>{name}</a>
    </li>
  )
}

import { ContactWays } from '../../components/contact-ways'
import { Icon } from '../../components/ui/icon'
import type { Shell } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { CurrencyChoice } from '../currency-choice'
import { HeaderTools } from '../header-tools'
import { SearchForm } from '../search-form'

interface Props {
  shell: Shell
}

/** A house's own sign: name and what it stands for on ink, its few pages, its kinds of day as chips beside the search. No menu of cities. */
export function Header({ shell }: Props) {
  const { t, href, listingPath } = site()
  const pages = [
    { path: listingPath, name: t('nav.all') },
    { path: '/about', name: t('nav.about') },
    { path: '/blog', name: t('nav.stories') },
    { path: '/contact-us', name: t('nav.contact') },
  ]
  return (
    <header className="site-header classic-header">
      <a className="skip-link" href="#page">
        {t('nav.skip')}
      </a>
      <div className="wrap header-row">
        <a className="wordmark" href={href('/')}>
          {shell.name}
        </a>
        <nav className="header-nav" aria-label={t('nav.main')}>
          <ul className="classic-pages">
            {pages.map(({ path, name }) => (
              <li key={path}>
                <a className="header-item" href={href(path)}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <SmallMenu pages={pages} />
        </nav>
        <HeaderTools shell={shell} />
      </div>
      <div className="wrap classic-finding">
        <SearchForm id="search" />
        <nav className="chip-row" aria-label={t('nav.categories')}>
          <ul>
            {shell.categories.map(({ id, name }) => (
              <li key={id}>
                <a className="chip-link" href={href(`/${id}`)}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  )
}

function SmallMenu({ pages }: { pages: { path: string; name: string }[] }) {
  const { t, href } = site()
  const more = [
    { path: '/faq', name: t('nav.faq') },
    { path: '/search', name: t('nav.search') },
  ]
  return (
    <details className="menu classic-menu">
      <summary className="header-item">
        <Icon name="menu" />
        <span className="sr-only">{t('nav.menu')}</span>
      </summary>
      <div className="menu-panel">
        <ul className="menu-more">
          {[...pages, ...more].map(({ path, name }) => (
            <li key={path}>
              <a href={href(path)}>{name}</a>
            </li>
          ))}
          <li>
            <ContactWays now />
          </li>
        </ul>
        <CurrencyChoice className="menu-currency" />
      </div>
    </details>
  )
}

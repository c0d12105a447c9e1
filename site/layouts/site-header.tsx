import type { ReactNode } from 'react'
import type { Shell } from '../lib/payload.gen'
import { t, href } from '../lib/site'
import { PlacesMenu } from './places-menu'
import { SearchForm } from './search-form'
import { Wordmark } from './wordmark'
import { Icon } from '../components/ui/icon'
import { placeSlot } from '../lib/islands/placement'
import { shownCurrencies } from '../lib/money/currency'
import { currencyInText } from '../lib/i18n/format'
import { CurrencyChoice } from './currency-choice'
import { PageLink } from './page-link'

interface Props {
  shell: Shell
  className?: string
  /** Stands above the row; the wordmark is in it then, and the navigation comes before the search. */
  sign?: ReactNode
  /** A class for a box around the row. */
  rowClass?: string
  /** Follows the wordmark. */
  beside?: ReactNode
  /** False if `below` has the search. */
  search?: boolean
  /** The main navigation; the menu of places by default. */
  nav?: ReactNode
  navClass?: string
  /** The last of the row. */
  end?: ReactNode
  below?: ReactNode
}

/**
 * The header of every layout type: wordmark, search, main navigation and tools in one row, and slots for what a type
 * adds.
 */
export function SiteHeader({ shell, className, sign, rowClass, beside, search = true, below, ...slots }: Props) {
  const searchForm = search && <SearchForm id="search" />
  const row = (
    <div className="wrap header-row">
      {!sign && <Wordmark shell={shell} />}
      {beside}
      {!sign && searchForm}
      <nav className={slots.navClass ? `header-nav ${slots.navClass}` : 'header-nav'} aria-label={t('nav.main')}>
        {slots.nav ?? <PlacesMenu shell={shell} />}
      </nav>
      {sign && searchForm}
      <HeaderTools shell={shell} />
      {slots.end}
    </div>
  )
  return (
    <header className={className ? `site-header ${className}` : 'site-header'}>
      <SkipLink />
      {sign}
      {rowClass ? <div className={rowClass}>{row}</div> : row}
      {below}
    </header>
  )
}

/** The first link of a page, shown when it has the focus: past the header, to the content. */
function SkipLink() {
  return (
    <a className="skip-link" href="#page">
      {t('nav.skip')}
    </a>
  )
}

/** The end of every header: language, currency of prices, account, cart. */
function HeaderTools({ shell }: { shell: Shell }) {
  const [one, ...others] = shownCurrencies()
  return (
    <div className="header-tools">
      {others.length === 0 ? (
        <p
          className="header-item header-currency"
          title={t('nav.currency', { currency: one ? currencyInText(one) : '' })}
        >
          <bdi>{one}</bdi>
        </p>
      ) : (
        <CurrencyChoice className="header-currency" />
      )}
      {shell.locales
        .filter(({ code }) => code !== shell.locale)
        .map(({ code, name }) =>
          placeSlot(({ hrefIn }) => (
            <a className="header-item" href={hrefIn(code)} hrefLang={code} lang={code}>
              <span className="language-name">{name}</span>
            </a>
          )),
        )}
      <AccountMenu />
      <PageLink className="header-item cart-link" path="/cart">
        <Icon name="ticket" />
        <span className="sr-only" data-cart-label={t('nav.cart')}>
          {t('nav.cart')}
        </span>
        <span className="cart-sign" aria-hidden="true">
          <span className="cart-word">{t('nav.cart')}</span>
          <span className="cart-count" data-cart-count hidden />
        </span>
      </PageLink>
    </div>
  )
}

/**
 * Sign-in link, or the account menu when signed in. Every page has both; a class that the document has before the first
 * paint says which is shown. Without script the link leads to the invoices.
 */
function AccountMenu() {
  return (
    <>
      {/* With its fragment, the router does not mark it as the link to the current page. */}
      <a className="header-item account-out" href={href('/invoices#page')} data-account="sign-in">
        <Icon name="person" />
        <span className="account-word">{t('nav.signIn')}</span>
      </a>
      <details className="menu account-menu account-in" name="header-menu">
        <summary className="header-item">
          <Icon name="person" />
          <span className="account-word">{t('nav.account')}</span>
          <Icon name="chevron" />
        </summary>
        <ul className="menu-panel">
          <li>
            <PageLink path="/invoices">{t('invoices.title')}</PageLink>
          </li>
          <li>
            <button type="button" data-account="sign-out">
              {t('nav.signOut')}
            </button>
          </li>
        </ul>
      </details>
    </>
  )
}

import { Icon } from '../components/ui/icon'
import { registerSlot } from '../lib/document/placement'
import { shownCurrencies } from '../lib/money/currency'
import { currencyInText } from '../lib/i18n/format'
import type { Shell } from '../lib/payload.gen'
import { href, t } from '../lib/site'
import { CurrencyChoice } from './currency-choice'
import { PageLink } from './page-link'

/** The end of every header: language, currency of prices, account, cart. */
export function HeaderTools({ shell }: { shell: Shell }) {
  const [only, ...others] = shownCurrencies()
  const languages = shell.locales.filter(({ code }) => code !== shell.locale)
  const byCode = nameFits(shell, languages) ? '' : ' by-code'
  const several = languages.length > 1 ? ' several-languages' : ''
  const many = languages.length > 2 ? ' many-languages' : ''
  return (
    <div className={`header-tools${byCode}${several}${many}`}>
      {others.length === 0 ? (
        <p
          className="header-item header-currency"
          title={t('nav.currency', { currency: only ? currencyInText(only) : '' })}
        >
          <bdi>{only}</bdi>
        </p>
      ) : (
        <CurrencyChoice className="header-currency" />
      )}
      {languages.map(({ code, name }) =>
        registerSlot(({ hrefIn }) => (
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

/** Whether the name of the one other language has room on a phone, beside the longest word of the shop's name. */
function nameFits({ name, logo }: Shell, [first, ...more]: Shell['locales']) {
  const language = first?.name ?? ''
  const words = logo?.named ? [] : name.split(' ')
  const most = /\p{Script=Arabic}/u.test(language) ? 14 : 12 // letters; Arabic ones are narrow
  return more.length === 0 && Math.max(0, ...words.map((word) => word.length)) + language.length <= most
}

/**
 * Sign-in link, or the account menu when signed in. Every page has both; a class that the document has before the first
 * paint defines which is shown. Without script the link leads to the invoices.
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

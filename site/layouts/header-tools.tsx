import { Icon } from '../components/ui/icon'
import { languagePlaceholder } from '../lib/navigation/nav'
import { shownCurrencies } from '../lib/money/currency'
import { currencyInText } from '../lib/i18n/format'
import type { Shell } from '../lib/payload.gen'
import { site } from '../lib/site'
import { AccountMenu } from './account-menu'
import { CurrencyChoice } from './currency-choice'

interface Props {
  shell: Shell
}

/** What every header ends with: language, the currency of prices, the account, the cart. */
export function HeaderTools({ shell }: Props) {
  const { t, href } = site()
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
        .map(({ code, name }) => (
          <a key={code} className="header-item" href={languagePlaceholder(code)} hrefLang={code} lang={code}>
            <span className="language-name">{name}</span>
          </a>
        ))}
      <AccountMenu />
      <a className="header-item cart-link" href={href('/cart')}>
        <Icon name="ticket" />
        <span className="sr-only" data-cart-label={t('nav.cart')}>
          {t('nav.cart')}
        </span>
        <span className="cart-sign" aria-hidden="true">
          <span className="cart-word">{t('nav.cart')}</span>
          <span className="cart-count" data-cart-count hidden />
        </span>
      </a>
    </div>
  )
}

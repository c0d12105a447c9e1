import { Icon } from '../components/ui/icon'
import { placeSlot } from '../lib/islands/placement'
import { shownCurrencies } from '../lib/money/currency'
import { currencyInText } from '../lib/i18n/format'
import type { Shell } from '../lib/payload.gen'
import { site } from '../lib/site'
import { AccountMenu } from './account-menu'
import { CurrencyChoice } from './currency-choice'
import { PageLink } from './page-link'

interface Props {
  shell: Shell
}

/** The end of every header: language, currency of prices, account, cart. */
export function HeaderTools({ shell }: Props) {
  const { t } = site()
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

import { Icon } from '../components/ui/icon'
import { site } from '../lib/site'

/**
 * The way to sign in or, for who has, to what is his. Both stand on every page; which is seen is a class of the document
 * that is there before the first paint. Without script it leads to the invoices.
 */
export function AccountMenu() {
  const { t, href } = site()
  return (
    <>
      {/* Its fragment tells it from links that say where one is. */}
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
            <a href={href('/invoices')}>{t('invoices.title')}</a>
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

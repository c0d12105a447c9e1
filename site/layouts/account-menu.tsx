import { Icon } from '../components/ui/icon'
import { site } from '../lib/site'
import { PageLink } from './page-link'

/**
 * Sign-in link, or the account menu when signed in. Every page has both; a class that the document has before the first
 * paint says which is shown. Without script the link leads to the invoices.
 */
export function AccountMenu() {
  const { t, href } = site()
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

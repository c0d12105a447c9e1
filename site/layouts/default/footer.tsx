import type { ReactNode } from 'react'
import { ConsentNotice } from '../../components/blocks/consent-notice'
import { ContactLinks } from '../../components/blocks/contact-links'
import { CurrencyNote } from '../../components/blocks/currency-note'
import { Icon } from '../../components/ui/icon'
import type { Shell } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { LinkItems } from '../link-list'
import { categoryLinks, cityLinks, contentLinks, pageLinks, type Link } from '../shell-links'

/** How many destinations and categories a footer links to. */
const maxLinks = 10

export function Footer({ shell }: { shell: Shell }) {
  const { analytics, contact } = shell
  const { address, hours } = contact
  const asksConsent = analytics?.consent === 'required'
  return (
    <>
      <footer className="site-footer">
        <div className={shell.footer ? 'wrap footer-own' : 'wrap footer-grid'}>
          {linkGroups(shell).map(({ title, links }) => (
            <Column key={title} title={title}>
              <Links links={links} />
            </Column>
          ))}
          <Column title={t('footer.contact')}>
            <ContactLinks />
            {[address, hours].filter(Boolean).map((line) => (
              <p key={line} className="small">
                <bdi>{line}</bdi>
              </p>
            ))}
            {shell.social && <Links links={contentLinks(shell.social)} />}
            <h3 className="footer-title">{t('footer.payment')}</h3>
            <p className="small">
              {shell.card && t('footer.card')}{' '}
              {shell.payLater && t(shell.card ? 'footer.payLater' : 'footer.payLaterOnly')}
            </p>
          </Column>
        </div>
        <div className="wrap footer-end">
          <p className="wordmark">{shell.name}</p>
          {shell.tagline && <p>{shell.tagline}</p>}
          <p className="small">{t('footer.times')}</p>
          <CurrencyNote />
          <ThemeToggle />
          {/* Asks again, for visitors who change their mind (components/blocks/consent-notice.tsx). */}
          {asksConsent && (
            <button type="button" className="theme-toggle" data-consent-choice="ask">
              {t('consent.change')}
            </button>
          )}
        </div>
      </footer>
      {asksConsent && <ConsentNotice analytics={analytics} />}
    </>
  )
}

/** The lists of a footer: the deployment's own, or else destinations, categories and pages. */
function linkGroups(shell: Shell): { title: string; links: Link[] }[] {
  if (shell.footer) return shell.footer.map(({ title, links }) => ({ title, links: contentLinks(links) }))
  return [
    { title: t('nav.destinations'), links: [...cityLinks(shell).slice(0, maxLinks), ...pageLinks('all')] },
    { title: t('nav.categories'), links: categoryLinks(shell).slice(0, maxLinks) },
    {
      title: t('footer.company'),
      links: pageLinks('about', 'stories', 'faq', 'contact', 'bookings', 'terms', 'privacy'),
    },
  ]
}

/** The button that switches between light and dark (widgets/theme/theme-toggle.ts). Its label names the other theme. */
function ThemeToggle() {
  return (
    <button type="button" className="theme-toggle" data-theme-toggle="">
      <Icon name="theme" />
      <span className="theme-dark">{t('nav.theme.dark')}</span>
      <span className="theme-light">{t('nav.theme.light')}</span>
    </button>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="footer-title">{title}</h2>
      {children}
    </section>
  )
}

function Links({ links }: { links: Link[] }) {
  return (
    <ul className="footer-links">
      <LinkItems links={links} />
    </ul>
  )
}

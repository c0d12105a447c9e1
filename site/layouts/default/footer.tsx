import type { ReactNode } from 'react'
import { ContactWays } from '../../components/blocks/contact-ways'
import { CurrencyNote } from '../../components/blocks/currency-note'
import { Icon } from '../../components/ui/icon'
import type { MenuGroup, Shell } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { LinkItems } from '../link-list'
import { categoryLinks, cityLinks, ownLinks, pageLinks, type Link } from '../shell-links'

interface Props {
  shell: Shell
}

/** How many destinations and categories a footer links to. */
const most = 10

export function Footer({ shell }: Props) {
  const { address, hours } = shell.contact
  return (
    <footer className="site-footer">
      <div className={shell.footer ? 'wrap footer-own' : 'wrap footer-grid'}>
        {shell.footer ? <OwnColumns groups={shell.footer} /> : <Columns shell={shell} />}
        <Column title={t('footer.contact')}>
          <ContactWays />
          {address && <p className="small">{address}</p>}
          {hours && <p className="small">{hours}</p>}
          {shell.social && <Links links={ownLinks(shell.social)} />}
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
        {shell.analytics?.consent === 'required' && <ConsentButton />}
      </div>
    </footer>
  )
}

/** The default columns of a footer: destinations, categories and pages. */
function Columns({ shell }: Props) {
  return (
    <>
      <Column title={t('nav.destinations')}>
        <Links links={[...cityLinks(shell).slice(0, most), ...pageLinks('all')]} />
      </Column>
      <Column title={t('nav.categories')}>
        <Links links={categoryLinks(shell).slice(0, most)} />
      </Column>
      <Column title={t('footer.company')}>
        <Links links={pageLinks('about', 'stories', 'faq', 'contact', 'bookings', 'terms', 'privacy')} />
      </Column>
    </>
  )
}

function OwnColumns({ groups }: { groups: MenuGroup[] }) {
  return groups.map(({ title, links }) => (
    <Column key={title} title={title}>
      <Links links={ownLinks(links)} />
    </Column>
  ))
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

/** Asks again, for visitors who change their mind (components/blocks/consent-notice.tsx). */
function ConsentButton() {
  return (
    <button type="button" className="theme-toggle" data-consent-choice="ask">
      {t('consent.change')}
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

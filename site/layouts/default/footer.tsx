import type { ReactNode } from 'react'
import { ContactWays } from '../../components/contact-ways'
import { CurrencyNote } from '../../components/currency-note'
import { Island } from '../../components/island'
import type { Shell } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  shell: Shell
}

export function Footer({ shell }: Props) {
  const { t, href, listingPath } = site()
  const { address, hours } = shell.contact
  const company = [
    { path: '/about', name: t('nav.about') },
    { path: '/blog', name: t('nav.stories') },
    { path: '/faq', name: t('nav.faq') },
    { path: '/contact-us', name: t('nav.contact') },
    { path: '/invoices', name: t('nav.bookings') },
    { path: '/terms-and-conditions', name: t('nav.terms') },
    { path: '/privacy-policy', name: t('nav.privacy') },
  ]
  const cities = shell.cities.map(({ id, name }) => ({ path: `/things-to-do-in-${id}`, name }))
  const categories = shell.categories.map(({ id, name }) => ({ path: `/${id}`, name }))
  return (
    <footer className="site-footer">
      <div className="wrap footer-grid">
        <Column title={t('nav.destinations')}>
          <Links links={[...cities, { path: listingPath, name: t('nav.all') }]} href={href} />
        </Column>
        <Column title={t('nav.categories')}>
          <Links links={categories} href={href} />
        </Column>
        <Column title={t('footer.company')}>
          <Links links={company} href={href} />
        </Column>
        <Column title={t('footer.contact')}>
          <ContactWays />
          {address && <p className="small">{address}</p>}
          {hours && <p className="small">{hours}</p>}
          <h3 className="footer-title">{t('footer.payment')}</h3>
          <p className="small">
            {t('footer.card')} {shell.payLater && t('footer.payLater')}
          </p>
        </Column>
      </div>
      <div className="wrap footer-end">
        <p className="wordmark">{shell.name}</p>
        {shell.tagline && <p>{shell.tagline}</p>}
        <p className="small">{t('footer.times')}</p>
        <CurrencyNote />
        <Island name="theme" className="footer-theme" props={{}} />
      </div>
    </footer>
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

function Links({ links, href }: { links: { path: string; name: string }[]; href: (path: string) => string }) {
  return (
    <ul className="footer-links">
      {links.map(({ path, name }) => (
        <li key={path}>
          <a href={href(path)}>{name}</a>
        </li>
      ))}
    </ul>
  )
}

import type { ReactNode } from 'react'
import { ContactFallback } from '../../islands/contact/fallback'
import { ChatLink, EmailLink, PhoneLink } from '../../components/blocks/contact-ways'
import { Island } from '../../components/island'
import { PageHead } from '../../components/blocks/page-head'
import { ActionLink } from '../../components/ui/action-link'
import { Icon, type IconName } from '../../components/ui/icon'
import { href, site, t } from '../../lib/site'

export function Page() {
  return (
    <div className="wrap">
      <PageHead title={t('contact.title')}>
        <p>{t('contact.intro')}</p>
      </PageHead>
      <div className="contact-page">
        <section className="contact-write ticket ticket-body" id="write">
          <h2>{t('contact.write')}</h2>
          <Island name="contact" fallback={<ContactFallback />} />
        </section>
        <Ways />
      </div>
    </div>
  )
}

/** The deployment's other contacts. */
function Ways() {
  const { shell } = site()
  const { phone, email, chatUrl, address, hours } = shell.contact
  return (
    <section className="contact-grid">
      <h2 className="sr-only">{t('contact.ways')}</h2>
      {phone && (
        <Way icon="phone" title={t('contact.phone')}>
          <PhoneLink phone={phone} />
        </Way>
      )}
      {chatUrl && (
        <Way icon="speech" title={t('contact.chat')}>
          <ChatLink url={chatUrl} />
          <p className="muted">{t('contact.chatText')}</p>
        </Way>
      )}
      {email && (
        <Way icon="mail" title={t('contact.email')}>
          <EmailLink email={email} />
        </Way>
      )}
      {hours && (
        <Way icon="clock" title={t('contact.hours')}>
          <p>
            <bdi>{hours}</bdi>
          </p>
        </Way>
      )}
      {address && (
        <Way icon="pin" title={t('contact.address')}>
          <p>
            <bdi>{address}</bdi>
          </p>
        </Way>
      )}
      <Way icon="info" title={t('contact.before')}>
        <p>{t('contact.beforeText')}</p>
        <ActionLink label={t('nav.faq')} endIcon="arrow" href={href('/faq')} />
      </Way>
    </section>
  )
}

function Way({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section className="way">
      <Icon name={icon} />
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </section>
  )
}

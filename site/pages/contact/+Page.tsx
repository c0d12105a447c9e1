import type { ReactNode } from 'react'
import { ContactFallback } from '../../islands/contact/fallback'
import { ChatLink, EmailLink, PhoneLink } from '../../components/blocks/contact-links'
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
        <ContactDetails />
      </div>
    </div>
  )
}

/** The deployment's other contacts. */
function ContactDetails() {
  const { phone, email, chatUrl, address, hours } = site().shell.contact
  const details: [icon: IconName, title: string, content: ReactNode][] = [
    ['phone', t('contact.phone'), phone && <PhoneLink phone={phone} />],
    [
      'speech',
      t('contact.chat'),
      chatUrl && (
        <>
          <ChatLink url={chatUrl} />
          <p className="muted">{t('contact.chatText')}</p>
        </>
      ),
    ],
    ['mail', t('contact.email'), email && <EmailLink email={email} />],
    ['clock', t('contact.hours'), hours && isolated(hours)],
    ['pin', t('contact.address'), address && isolated(address)],
    [
      'info',
      t('contact.before'),
      <>
        <p>{t('contact.beforeText')}</p>
        <ActionLink label={t('nav.faq')} endIcon="arrow" href={href('/faq')} />
      </>,
    ],
  ]
  return (
    <section className="contact-grid">
      <h2 className="sr-only">{t('contact.ways')}</h2>
      {details.map(
        ([icon, title, content]) =>
          content && (
            <section key={icon} className="way">
              <Icon name={icon} />
              <div>
                <h3>{title}</h3>
                {content}
              </div>
            </section>
          ),
      )}
    </section>
  )
}

const isolated = (text: string) => (
  <p>
    <bdi>{text}</bdi>
  </p>
)

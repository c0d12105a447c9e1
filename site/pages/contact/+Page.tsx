import type { ReactNode } from 'react'
import { Breadcrumb } from '../../components/breadcrumb'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'

export function Page() {
  const { t, href, shell } = site()
  const { phone, email, chatUrl, address, hours } = shell.contact
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: t('contact.title') }]} />
      <div className="hero-bare">
        <h1>{t('contact.title')}</h1>
        <p>{t('contact.intro')}</p>
      </div>
      <div className="contact-grid">
        {phone && (
          <Way icon="phone" title={t('contact.phone')}>
            <a className="go link" href={`tel:${phone.replaceAll(' ', '')}`}>
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </Way>
        )}
        {chatUrl && (
          <Way icon="speech" title={t('contact.chat')}>
            <a className="go link" href={chatUrl}>
              {t('footer.chat')}
            </a>
            <p className="muted">{t('contact.chatText')}</p>
          </Way>
        )}
        {email && (
          <Way icon="mail" title={t('contact.email')}>
            <a className="go link" href={`mailto:${email}`}>
              <bdi>{email}</bdi>
            </a>
          </Way>
        )}
        {hours && (
          <Way icon="clock" title={t('contact.hours')}>
            <p>{hours}</p>
          </Way>
        )}
        {address && (
          <Way icon="pin" title={t('contact.address')}>
            <p>{address}</p>
          </Way>
        )}
        <Way icon="info" title={t('contact.before')}>
          <p>{t('contact.beforeText')}</p>
          <a className="go link" href={href('/faq')}>
            {t('nav.faq')}
            <Icon name="arrow" />
          </a>
        </Way>
      </div>
    </div>
  )
}

function Way({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <section className="way">
      <Icon name={icon} />
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  )
}

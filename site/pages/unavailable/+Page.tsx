import { ContactLinks } from '../../components/blocks/contact-links'
import { Section } from '../../components/blocks/section'
import { CardGrid } from '../../components/cards/card-grid'
import type { PageProps } from '../../lib/payload'
import { href, site, t } from '../../lib/site'

export function Page({ payload }: PageProps<'unavailable'>) {
  const { listingPath } = site()
  const { similar } = payload
  return (
    <div className="wrap">
      <div className="hero-bare unavailable">
        <p className="stamp">{t('card.closed')}</p>
        <h1>{t('unavailable.title')}</h1>
        <p>{t('unavailable.text')}</p>
        <a className="button button-primary" href={href(listingPath)}>
          {t('unavailable.button')}
        </a>
      </div>
      {similar.length > 0 && (
        <Section title={t('unavailable.similar')} className="shelf" id="similar">
          <CardGrid cards={similar} />
        </Section>
      )}
      <div className="unavailable-help">
        <p>{t('unavailable.help')}</p>
        <ContactLinks />
      </div>
    </div>
  )
}

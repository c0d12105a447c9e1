import { ContactLinks } from '../../components/blocks/contact-links'
import { FaqAccordion } from '../../components/blocks/faq-accordion'
import { PageHead } from '../../components/blocks/page-head'
import type { PageProps } from '../../lib/payload'
import { t } from '../../lib/site'

export function Page({ payload: { topics } }: PageProps<'faq'>) {
  return (
    <div className="wrap">
      <PageHead title={t('faq.title')} />
      <div className="beside">
        <nav className="beside-nav" aria-label={t('faq.topics')}>
          <ul>
            {topics.map(({ id, title, writtenIn }) => (
              <li key={id}>
                <a href={`#topic-${id}`} {...writtenIn}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {topics.map(({ id, title, entries, writtenIn }) => (
            <section key={id} className="faq-topic" id={`topic-${id}`}>
              <h2 {...writtenIn}>{title}</h2>
              <FaqAccordion entries={entries} />
            </section>
          ))}
          <section className="faq-topic">
            <h2>{t('faq.more')}</h2>
            <ContactLinks />
          </section>
        </div>
      </div>
    </div>
  )
}

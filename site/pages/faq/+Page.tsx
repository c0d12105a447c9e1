import { ContactWays } from '../../components/blocks/contact-ways'
import { FaqAccordion } from '../../components/blocks/faq-accordion'
import { PageHead } from '../../components/blocks/page-head'
import type { FAQ } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  payload: FAQ
}

export function Page({ payload: { topics } }: Props) {
  const { t } = site()
  return (
    <div className="wrap">
      <PageHead title={t('faq.title')} />
      <div className="beside">
        <nav className="beside-nav" aria-label={t('faq.topics')}>
          <ul>
            {topics.map(({ id, title, writtenIn }) => (
              <li key={id}>
                <a href={`#topic-${id}`} lang={writtenIn?.lang} dir={writtenIn?.dir}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {topics.map(({ id, title, entries, writtenIn }) => (
            <section key={id} className="faq-topic" id={`topic-${id}`}>
              <h2 lang={writtenIn?.lang} dir={writtenIn?.dir}>
                {title}
              </h2>
              <FaqAccordion entries={entries} />
            </section>
          ))}
          <section className="faq-topic">
            <h2>{t('faq.more')}</h2>
            <ContactWays />
          </section>
        </div>
      </div>
    </div>
  )
}

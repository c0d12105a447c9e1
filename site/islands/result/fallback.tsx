import { t } from '../../lib/site'
import { ContactLinks } from '../../components/blocks/contact-links'
import { ResultTicket } from './result-ticket'

/** The result page until the order is fetched: it claims no outcome, and without scripts not that one is on its way. */
export function ResultFallback() {
  return (
    <>
      <ResultTicket title={t('result.title')} facts={<p className="script-only">{t('result.looking')}</p>}>
        <noscript>
          <div className="ticket-body">
            <p>{t('result.noScript')}</p>
            <ContactLinks />
          </div>
        </noscript>
      </ResultTicket>
      <p className="result skeleton skeleton-ticket" aria-hidden="true" />
    </>
  )
}

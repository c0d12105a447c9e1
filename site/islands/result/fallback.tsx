import { t } from '../../lib/site'
import { ContactLinks } from '../../components/blocks/contact-links'
import { ResultTicket } from './result-ticket'

/** The result page until the order is fetched: a neutral text that claims no outcome. */
export function ResultFallback() {
  return (
    <>
      <ResultTicket title={t('result.looking')} text={t('result.in_progressText')}>
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

import { site } from '../../lib/site'
import { ContactWays } from '../../components/blocks/contact-ways'
import { ResultTicket } from './result-ticket'

/** What a result page says until the booking is looked up: nothing is claimed of it before it is known. */
export function ResultFallback() {
  const { t } = site()
  return (
    <>
      <ResultTicket title={t('result.looking')} text={t('result.in_progressText')}>
        <noscript>
          <div className="ticket-body">
            <p>{t('result.noScript')}</p>
            <ContactWays />
          </div>
        </noscript>
      </ResultTicket>
      <p className="result skeleton skeleton-ticket" aria-hidden="true" />
    </>
  )
}

import { ContactWays } from '../../components/blocks/contact-ways'
import { t } from '../../lib/site'

/** The message that the server does not answer, with the ways to reach a person. */
export function Unreachable() {
  return (
    <div className="unreachable">
      <p role="status">{t('ticket.unreachable')}</p>
      <p className="small">{t('ticket.reserve')}</p>
      <ContactWays />
    </div>
  )
}

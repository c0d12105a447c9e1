import { t } from '../../lib/site'
import { NoScript } from '../../components/blocks/no-script'
import { ResetTicket } from './reset-ticket'

/** The page before its script: a skeleton, or a text for visitors without scripts. */
export function ResetFallback() {
  return (
    <ResetTicket title={t('reset.title')}>
      <p className="skeleton skeleton-form" aria-hidden="true" />
      <NoScript text={t('reset.noScript')} />
    </ResetTicket>
  )
}

import { site } from '../../lib/site'
import { NoScript } from '../../components/blocks/no-script'
import { ResetTicket } from './reset-ticket'

/** The page before its script: the size of what is coming, or words where nothing comes. */
export function ResetFallback() {
  const { t } = site()
  return (
    <ResetTicket title={t('reset.title')}>
      <p className="skeleton skeleton-form" aria-hidden="true" />
      <NoScript text={t('reset.noScript')} />
    </ResetTicket>
  )
}

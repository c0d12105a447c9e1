import type { ReactNode } from 'react'
import { t } from '../../lib/site'
import { NoScript } from '../../components/blocks/no-script'

/** The page before its script: a skeleton, or a text for visitors without scripts. */
export function ResetFallback() {
  return (
    <ResetTicket title={t('reset.title')}>
      <p className="skeleton skeleton-form" aria-hidden="true" />
      <NoScript text={t('reset.noScript')} />
    </ResetTicket>
  )
}

/** The ticket around the form that resets a password. */
export function ResetTicket({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="ticket reset-ticket">
      <div className="reset-head">
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      <div className="ticket-body">{children}</div>
    </div>
  )
}

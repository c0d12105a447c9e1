import { site } from '../lib/site'
import { ResultTicket } from './result-ticket'

export type ResultPage = 'success' | 'error' | 'on_hold'

interface Props {
  page: ResultPage
  /** While the booking is looked up: there is nothing to do yet. */
  waiting?: boolean
}

/** What a result page says before it knows the booking. */
export function ResultShell({ page, waiting }: Props) {
  const { t, href } = site()
  const next =
    page === 'error' ? { path: '/cart', label: t('result.retry') } : { path: '/invoices', label: t('result.bookings') }
  return (
    <ResultTicket
      look={page}
      stamp={t(`result.stamp${page === 'success' ? 'Success' : page === 'on_hold' ? 'On_hold' : 'Error'}`)}
      title={t(`result.${page}`)}
      text={t(`result.${page}Text`)}
      actions={
        waiting ? (
          <p>{t('result.looking')}</p>
        ) : (
          <a className="button button-primary" href={href(next.path)}>
            {next.label}
          </a>
        )
      }
    />
  )
}

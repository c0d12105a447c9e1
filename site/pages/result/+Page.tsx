import type { Plain } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  payload: Plain
}

export function Page({ payload }: Props) {
  const { t, href } = site()
  const outcome = payload.outcome === 'success' || payload.outcome === 'on_hold' ? payload.outcome : 'error'
  const next =
    outcome === 'error'
      ? { path: '/cart', label: t('result.retry') }
      : { path: '/invoices', label: t('result.bookings') }
  return (
    <div className="wrap">
      <div className={`result ticket result-${outcome}`}>
        <div className="ticket-body">
          <p className="stamp">
            {t(`result.stamp${outcome === 'success' ? 'Success' : outcome === 'on_hold' ? 'On_hold' : 'Error'}`)}
          </p>
          <h1>{t(`result.${outcome}`)}</h1>
          <p>{t(`result.${outcome}Text`)}</p>
        </div>
        <hr className="tear" />
        <div className="ticket-body">
          <a className="button button-primary" href={href(next.path)}>
            {next.label}
          </a>
        </div>
      </div>
    </div>
  )
}

import { LostTicket } from '../../components/lost-ticket'
import { site } from '../../lib/site'

export function Page() {
  const { t, href } = site()
  return (
    <div className="wrap lost">
      <LostTicket />
      <div>
        <h1>{t('notFound.heading')}</h1>
        <p>{t('notFound.text')}</p>
        <a className="button button-outlined" href={href('/')}>
          {t('homePage')}
        </a>
      </div>
    </div>
  )
}

import { site } from '../lib/site'
import { LostTicket } from './lost-ticket'
import { Button } from './ui/button'

interface Props {
  /** What was not found. The server's 404 is one document for every path: there the browser fills it in. */
  path?: string
}

/** The not-found screen, status 404. */
export function NotFoundView({ path }: Props) {
  const { t, href } = site()
  return (
    <div className="wrap lost">
      <LostTicket />
      <div>
        <h1>{t('notFound.heading')}</h1>
        <p>{t('notFound.text')}</p>
        <p className="muted lost-at">
          {t('notFound.status')}: <bdi id="missing-path">{path}</bdi>
        </p>
        <Button variant="outlined" label={t('homePage')} href={href('/')} />
      </div>
    </div>
  )
}

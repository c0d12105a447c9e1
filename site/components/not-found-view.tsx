import { site } from '../lib/site'
import { LostTicket } from './lost-ticket'
import { Button } from './ui/button'

interface Props {
  /** What exactly was not found, below the specification's words. */
  message?: string
}

/** The not-found screen, status 404. */
export function NotFoundView({ message }: Props) {
  const { t, href } = site()
  return (
    <div className="wrap lost">
      <LostTicket />
      <div>
        <h1>{t('notFound.heading')}</h1>
        <p>{t('notFound.text')}</p>
        {message && (
          <p className="muted">
            <bdi>{message}</bdi>
          </p>
        )}
        <Button variant="outlined" label={t('homePage')} href={href('/')} />
      </div>
    </div>
  )
}

import { Interpolate } from '../ui/interpolate'
import { Icon } from '../ui/icon'
import { longestSearch } from '../../lib/navigation/routes'
import { href, site, t } from '../../lib/site'
import { LostTicket } from './lost-ticket'
import { Button } from '../ui/button'

interface Props {
  /** The missing path. The server's 404 is one document for every path: the browser fills it in. */
  path?: string
}

/** The not-found page, with status 404. */
export function NotFoundView({ path }: Props) {
  const { listingPath } = site()
  return (
    <div className="wrap lost">
      <LostTicket />
      <div>
        <h1>{t('notFound.heading')}</h1>
        <p>{t('notFound.text')}</p>
        <p className="muted lost-at">
          <Interpolate
            message={(marks) => t('labelled', marks)}
            values={{ label: t('notFound.status'), value: <bdi id="missing-path">{path}</bdi> }}
          />
        </p>
        <form className="search lost-search" role="search" action={href('/search')} data-search>
          <label className="sr-only" htmlFor="lost-search">
            {t('search.field')}
          </label>
          <input
            id="lost-search"
            className="field"
            type="text"
            inputMode="search"
            enterKeyHint="search"
            name="q"
            required
            maxLength={longestSearch}
            placeholder={t('search.field')}
            autoComplete="off"
          />
          <button className="search-go" aria-label={t('search.submit')}>
            <Icon name="search" />
          </button>
        </form>
        <p className="lost-ways">
          <Button label={t('nav.all')} href={href(listingPath)} />
          <Button variant="outlined" label={t('homePage')} href={href('/')} />
        </p>
      </div>
    </div>
  )
}

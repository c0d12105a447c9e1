import { Button } from '../../components/ui/button'
import { Interpolate } from '../../components/ui/interpolate'
import { SearchForm } from '../../layouts/search-form'
import { href, site, t } from '../../lib/site'
import { LostTicket } from './lost-ticket'

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
            message={(placeholders) => t('labelled', placeholders)}
            values={{ label: t('notFound.status'), value: <bdi id="missing-path">{path}</bdi> }}
          />
        </p>
        <SearchForm id="lost-search" label={t('search.field')} />
        <p className="lost-ways">
          <Button label={t('nav.all')} href={href(listingPath)} />
          <Button variant="outlined" label={t('homePage')} href={href('/')} />
        </p>
      </div>
    </div>
  )
}

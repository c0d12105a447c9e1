import { EmptyNote } from '../../components/blocks/empty-state'
import { NoScript } from '../../components/blocks/no-script'
import { Island } from '../../components/island'
import { ResultsSkeleton } from '../../components/blocks/results-skeleton'
import { SearchForm } from '../../layouts/search-form'
import { site, t } from '../../lib/site'

export function Page() {
  return (
    <div className="wrap">
      <Island name="search" fallback={<Fallback />} />
    </div>
  )
}

/** A search form; a skeleton of the results if the URL has a text. */
function Fallback() {
  const { listingPath } = site()
  return (
    <>
      <h1 className="search-title">{t('search.title')}</h1>
      <div className="search-ask">
        <SearchForm id="page-search" large />
        <NoScript text={t('search.noScript')} />
        <EmptyNote
          title={t('search.somethingElse')}
          text={t('search.browse')}
          action={{ path: listingPath, label: t('nav.all') }}
        />
      </div>
      <div className="search-wait">
        <ResultsSkeleton />
      </div>
    </>
  )
}

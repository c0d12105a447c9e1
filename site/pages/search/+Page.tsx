import { EmptyNote } from '../../components/empty-state'
import { SearchForm } from '../../layouts/search-form'
import { site } from '../../lib/site'

export function Page() {
  const { t, listingPath } = site()
  return (
    <div className="wrap">
      <div className="hero-bare">
        <h1>{t('search.title')}</h1>
        <SearchForm id="page-search" large />
      </div>
      <EmptyNote
        title={t('search.somethingElse')}
        text={t('search.browse')}
        action={{ path: listingPath, label: t('nav.all') }}
      />
    </div>
  )
}

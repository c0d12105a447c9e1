import { Breadcrumb } from '../../components/blocks/breadcrumb'
import { CardGrid } from '../../components/cards/card-grid'
import { OtherLanguageNote } from '../../components/blocks/other-language-note'
import { EmptyNote } from '../../components/blocks/empty-state'
import { FilterBar, listingFilters } from '../../components/blocks/filter-bar'
import { Island } from '../../components/island'
import { Pager } from '../../components/blocks/pager'
import { Prose } from '../../components/blocks/prose'
import { Picture } from '../../components/ui/picture'
import { formatCount } from '../../lib/i18n/format'
import type { PageProps } from '../../lib/payload'
import { href, site, t } from '../../lib/site'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'

export function Page({ payload }: PageProps<'listing'>) {
  const { listingPath } = site()
  const { of, writtenIn, summary, hero, intro, base, number, pages, total, cards } = payload
  const heading = payload.heading || t('nav.all')
  const all = { name: t('nav.all'), path: listingPath }
  return (
    <div className="wrap">
      <Breadcrumb steps={of === 'all' ? [{ name: heading }] : [all, { name: heading, writtenIn }]} />
      <div className={hero ? 'hero hero-listing' : 'hero-bare'}>
        <div className="hero-stub">
          <h1 {...writtenIn}>{heading}</h1>
          {summary && <p {...writtenIn}>{summary}</p>}
          <OtherLanguageNote writtenIn={writtenIn} isList />
        </div>
        {hero && <Picture preset="hero" className="hero-picture" image={hero} first />}
      </div>
      <RelatedListings payload={payload} />
      {cards.length > 0 && <Island name="listing" fallback={<FilterBar filters={listingFilters} />} />}
      <div data-published="">
        <div className="result-line">
          <h2>{t('listing.count', { count: total, n: formatCount(total) })}</h2>
          {pages > 1 && <p className="muted">{t('pager.pageOf', { n: number, of: pages })}</p>}
        </div>
        {cards.length > 0 ? (
          <CardGrid cards={cards} place={of === 'city' ? 'category' : 'city'} />
        ) : (
          <EmptyNote
            title={t('listing.empty')}
            text={t('listing.emptyText')}
            action={{ path: listingPath, label: t('nav.all') }}
          />
        )}
        <Pager base={base} number={number} pages={pages} />
      </div>
      {intro && (
        <section className="band intro">
          <h2>{t('listing.intro')}</h2>
          <Prose html={intro} writtenIn={writtenIn} />
        </section>
      )}
    </div>
  )
}

/** Listings of the same kind, beside this one. */
function RelatedListings({ payload: { of, base, heading, neighbours, writtenIn } }: PageProps<'listing'>) {
  // One city alone leads nowhere else.
  if (neighbours.length === 0 || (of === 'all' && neighbours.length === 1)) return null
  const { listingPath } = site()
  const path = of === 'category' ? categoryPath : cityPath
  const links = [
    { to: listingPath, name: t('listing.all'), writtenIn: undefined },
    ...(of === 'all' ? [] : [{ to: base, name: heading, writtenIn }]),
    ...neighbours.map(({ name, writtenIn, ...place }) => ({ to: path(place), name, writtenIn })),
  ]
  return (
    <nav className="neighbours" aria-label={t(of === 'category' ? 'listing.categories' : 'listing.cities')}>
      <ul>
        {links.map(({ to, name, writtenIn }) => (
          <li key={to}>
            <a href={href(to)} aria-current={to === base ? 'page' : undefined} {...writtenIn}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

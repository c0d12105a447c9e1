import { Icon } from '../../components/ui/icon'
import { formatCount } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { placePath, type Destination } from './search-client'

/** Links to popular destinations, for visitors who have found nothing. */
export function PopularPlaces({ places }: { places: Destination[] }) {
  const { t, href, listingPath } = site()
  return (
    <div className="popular">
      <PlaceLinks label={t('finder.popular')} places={places} />
      <a className="button button-outlined" href={href(listingPath)}>
        {t('nav.all')}
      </a>
    </div>
  )
}

/** Links to the listings of cities and categories. */
export function PlaceLinks({ label, places }: { label: string; places: Destination[] }) {
  const { href } = site()
  if (places.length === 0) return null
  return (
    <nav className="place-links" aria-label={label}>
      <ul>
        {places.map((place) => (
          <li key={`${place.kind} ${place.card.slug}`}>
            <a href={href(placePath(place))}>
              <Icon name={place.kind === 'city' ? 'pin' : 'ticket'} />
              {place.card.title} <bdi className="muted">{formatCount(place.card.count)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

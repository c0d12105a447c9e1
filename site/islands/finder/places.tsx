import { Icon } from '../../components/ui/icon'
import { formatCount } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { useRequest } from '../../features/http/use-request'
import { findPlaces, placePath, type Place } from './ask'

/** Cities and categories that the words name. */
export function MatchingPlaces({ places }: { places: Place[] }) {
  if (places.length === 0) return null
  return <PlaceLinks label={site().t('finder.places')} places={places} />
}

/** Where to look for those who have found nothing, or ask for nothing yet. */
export function PopularPlaces() {
  const { t, href, listingPath } = site()
  const { data: places = [] } = useRequest('places', findPlaces)
  return (
    <div className="popular">
      {places.length > 0 && <PlaceLinks label={t('finder.popular')} places={places} />}
      <a className="button button-outlined" href={href(listingPath)}>
        {t('nav.all')}
      </a>
    </div>
  )
}

function PlaceLinks({ label, places }: { label: string; places: Place[] }) {
  const { href } = site()
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

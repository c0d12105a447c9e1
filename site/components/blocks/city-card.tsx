import { formatCount } from '../../lib/i18n/format'
import type { PlaceCard } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { cityPath } from '../../lib/navigation/site-path'
import { Picture } from '../ui/picture'

interface Props {
  city: PlaceCard
}

/** A destination as a luggage label. */
export function CityCard({ city }: Props) {
  const { t, href } = site()
  return (
    <li className="label-card">
      <Picture preset="label" className="label-picture" image={city.image} decorative />
      <h3 className="label-title">
        <a href={href(cityPath(city.slug))}>{city.title}</a>
      </h3>
      <p className="small muted">{t('listing.count', { count: city.count, n: formatCount(city.count) })}</p>
    </li>
  )
}

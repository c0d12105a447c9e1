import { formatDuration } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { PriceFrom } from '../product/price-from'
import { RatingLine } from '../product/rating-line'
import { Picture } from '../ui/picture'
import type { CardProps } from './card'
import { CardTag } from './card-tag'
import { CardTitle } from './card-title'

/** Immersive: an upright picture, its words at the foot of it in the dark. */
export function OverlayCard({ card, place = 'city' }: CardProps) {
  const { t } = site()
  return (
    <li className="card overlay-card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <div className="overlay-words">
        <p className="card-place">{card[place].name}</p>
        <CardTitle card={card} />
        <p className="card-facts">
          <span className="icon-clock">{formatDuration(card.duration)}</span>
          {card.pickup && <span className="icon-bus">{t('card.pickup')}</span>}
          {card.rating && <RatingLine rating={card.rating} />}
        </p>
        <p className="overlay-price price-line">
          <PriceFrom price={card.price} />
        </p>
      </div>
    </li>
  )
}

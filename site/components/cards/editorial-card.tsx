import { dot } from '../../lib/i18n/dot'
import { formatDuration } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { PriceFrom } from '../product/price-from'
import { RatingLine } from '../product/rating-line'
import { Picture } from '../ui/picture'
import type { CardProps } from './card'
import { CardTag } from './card-tag'
import { CardTitle } from './card-title'

/** A premium house: a large picture and its few words side by side, turn about. */
export function EditorialCard({ card, place = 'city' }: CardProps) {
  const { t } = site()
  const facts = [formatDuration(card.duration), card.pickup ? t('card.pickup') : ''].filter(Boolean)
  return (
    <li className="card editorial-card">
      <Picture preset="card" image={card.image} />
      <div className="editorial-words">
        <div className="editorial-place">
          <p>{card[place].name}</p>
          <CardTag card={card} />
        </div>
        <CardTitle card={card} />
        <p className="editorial-facts">
          {facts.join(dot)}
          {card.rating && <RatingLine rating={card.rating} />}
        </p>
        <p className="editorial-price price-line">
          <PriceFrom price={card.price} />
        </p>
      </div>
    </li>
  )
}

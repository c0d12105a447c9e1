import { dot } from '../../lib/i18n/dot'
import { formatDuration } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { PriceFrom } from '../product/price-from'
import { RatingLine } from '../product/rating-line'
import { Picture } from '../ui/picture'
import type { CardProps } from './card'
import { CardTag } from './card-tag'
import { CardTitle } from './card-title'

/** The classic brand's card: no frame, the picture first, price and facts under one rule. */
export function ClassicCard({ card, place = 'city' }: CardProps) {
  const { t } = site()
  const facts = [formatDuration(card.duration), card.pickup ? t('card.pickup') : '', card[place].name].filter(Boolean)
  return (
    <li className="card classic-card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <CardTitle card={card} />
      <p className="small muted">{facts.join(dot)}</p>
      <p className="classic-price">
        <span className="price-line">
          <PriceFrom price={card.price} />
        </span>
        {card.rating && <RatingLine rating={card.rating} />}
      </p>
    </li>
  )
}

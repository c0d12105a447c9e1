import { dot } from '../../lib/dot'
import { formatDuration } from '../../lib/format'
import { site } from '../../lib/site'
import { PriceFrom } from '../price-from'
import { RatingLine } from '../rating-line'
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
        <span>
          <PriceFrom price={card.price} />
        </span>
        {card.rating && <RatingLine rating={card.rating} />}
      </p>
    </li>
  )
}

import { formatDuration } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { PriceFrom } from '../product/price-from'
import { RatingLine } from '../product/rating-line'
import { Picture } from '../ui/picture'
import { CardTag } from './card-tag'
import { CardTitle } from './card-title'
import type { CardProps } from './card'

/** A product as a small ticket: picture, title, facts, tear, price. The title's link covers the whole card. */
export function TicketCard({ card, place = 'city' }: CardProps) {
  const { t } = site()
  return (
    <li className="card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <div className="card-body">
        <p className="card-place">
          {card[place].name}
          {card.rating && <RatingLine rating={card.rating} />}
        </p>
        <CardTitle card={card} />
        <p className="card-facts">
          <span className="icon-clock">{formatDuration(card.duration)}</span>
          {card.pickup && <span className="icon-bus">{t('card.pickup')}</span>}
        </p>
      </div>
      <p className="card-price">
        <PriceFrom price={card.price} />
      </p>
    </li>
  )
}

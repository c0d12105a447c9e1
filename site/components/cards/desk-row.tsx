import { dot } from '../../lib/i18n/dot'
import { formatDuration } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { NextStarts } from '../product/next-starts'
import { PriceFrom } from '../product/price-from'
import { RatingLine } from '../product/rating-line'
import { Picture } from '../ui/picture'
import { CardTag } from './card-tag'
import { CardTitle } from './card-title'
import type { CardProps } from './card'

/** A line of a desk's list: what it is, when it next starts, what it costs. */
export function DeskRow({ card, place = 'city' }: CardProps) {
  const { t } = site()
  const facts = [card[place].name, formatDuration(card.duration), card.pickup ? t('card.pickup') : ''].filter(Boolean)
  return (
    <li className={card.status === 'AVAILABLE' ? 'card desk-row desk-on' : 'card desk-row'}>
      <Picture preset="thumb" image={card.image} decorative />
      <div className="desk-what">
        <CardTitle card={card} />
        <p className="desk-facts">
          <span>{facts.join(dot)}</span>
          {card.rating && <RatingLine rating={card.rating} />}
        </p>
        <div className="desk-starts">
          <div className="desk-next">
            {card.startTimes?.length ? (
              <span className="desk-label">{t('card.starts')}</span>
            ) : (
              <span className="desk-open">{t('card.open')}</span>
            )}
            <NextStarts card={card} />
          </div>
          <CardTag card={card} />
        </div>
      </div>
      <p className="desk-price price-line">
        <PriceFrom price={card.price} />
      </p>
    </li>
  )
}

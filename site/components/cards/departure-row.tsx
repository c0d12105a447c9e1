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

/** A departure board's row: time, what, how long, price. What has no starts of its own can be had at an open time. */
export function DepartureRow({ card, place = 'city' }: CardProps) {
  const { t } = site()
  return (
    <li className={card.status === 'AVAILABLE' ? 'card departure departure-on' : 'card departure'}>
      <div className="departure-time">
        <span className="sr-only">{t('card.starts')}</span>
        <NextStarts card={card} />
        {!card.startTimes?.length && <p className="departure-open">{t('card.open')}</p>}
      </div>
      <Picture preset="thumb" image={card.image} decorative />
      <div className="departure-what">
        <CardTitle card={card} />
        <div className="departure-facts">
          <p>{[card[place].name, card.pickup ? t('card.pickup') : ''].filter(Boolean).join(dot)}</p>
          {card.rating && (
            <p>
              <RatingLine rating={card.rating} />
            </p>
          )}
          <CardTag card={card} />
        </div>
      </div>
      <p className="departure-length">{formatDuration(card.duration)}</p>
      <p className="departure-price price-line">
        <PriceFrom price={card.price} />
      </p>
    </li>
  )
}

import { formatCount, formatRating } from '../lib/format'
import type { Rating } from '../lib/payload.gen'
import { site } from '../lib/site'
import { Icon } from './ui/icon'

interface Props {
  rating: Rating
}

/** "★ 4.8 (1,204)": short enough for a card, read out in full. */
export function RatingLine({ rating }: Props) {
  const { t } = site()
  const value = formatRating(rating.average)
  return (
    <span className="rating">
      <Icon name="star" />
      <b aria-label={t('rating.stars', { value })} role="img">
        {value}
      </b>
      <span
        className="muted"
        aria-label={t('rating.count', { count: rating.count, n: formatCount(rating.count) })}
        role="img"
      >
        ({formatCount(rating.count)})
      </span>
    </span>
  )
}

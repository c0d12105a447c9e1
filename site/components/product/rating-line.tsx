import { formatCount, formatRating } from '../../lib/i18n/format'
import type { Rating } from '../../lib/payload.gen'
import { t } from '../../lib/site'

/** "★ 4.8 (1,204)": short enough for a card, read out in full. */
export function RatingLine({ rating }: { rating: Rating }) {
  const value = formatRating(rating.average)
  const n = formatCount(rating.count)
  const label = t('rating.line', {
    stars: t('rating.stars', { value }),
    reviews: t('rating.count', { count: rating.count, n }),
  })
  return (
    <span className="rating" role="img" aria-label={label}>
      <b>{value}</b>
      <span>({n})</span>
    </span>
  )
}

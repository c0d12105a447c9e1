import type { CSSProperties } from 'react'
import { formatCount, formatRating } from '../lib/format'
import type { Rating } from '../lib/payload.gen'
import { site } from '../lib/site'
import { Stars } from './ui/stars'

interface Props {
  rating: Rating
  /** How many reviews gave one star, two stars, up to five. */
  stars: number[]
}

export function StarBreakdown({ rating, stars }: Props) {
  const { t } = site()
  return (
    <div className="breakdown">
      <div>
        <p className="breakdown-value">{formatRating(rating.average)}</p>
        <Stars value={rating.average} />
        <p className="small muted">{t('rating.count', { count: rating.count, n: formatCount(rating.count) })}</p>
      </div>
      <ul aria-label={t('reviews.breakdown')}>
        {[5, 4, 3, 2, 1].map((n) => (
          <li key={n}>
            <span>{t('reviews.stars', { count: n })}</span>
            <span
              className="bar"
              style={
                {
                  '--part': `${rating.count ? Math.round(((stars[n - 1] ?? 0) / rating.count) * 100) : 0}%`,
                } as CSSProperties
              }
            />
            <span>{formatCount(stars[n - 1] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { CSSProperties } from 'react'
import { formatCount, formatRating } from '../../lib/i18n/format'
import type { Rating } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { Stars } from '../../components/ui/stars'

interface Props {
  rating: Rating
  /** How many reviews gave one star, two stars, up to five. */
  stars: number[]
  /** The number of stars whose reviews are shown; 0 for all. */
  pressed: number
  onPress?: (stars: number) => void
}

/** The number of reviews for each star. Each row is a button that shows its reviews alone. */
export function StarBreakdown({ rating, stars, pressed, onPress }: Props) {
  const { t } = site()
  return (
    <div className="breakdown">
      <div>
        <p className="breakdown-value">{formatRating(rating.average)}</p>
        <Stars value={rating.average} />
        <p className="small muted">{t('rating.count', { count: rating.count, n: formatCount(rating.count) })}</p>
      </div>
      <ul aria-label={t('reviews.breakdown')}>
        {[5, 4, 3, 2, 1].map((n) => {
          const count = stars[n - 1] ?? 0
          const part = { '--part': `${Math.round((count / rating.count) * 100)}%` } as CSSProperties
          return (
            <li key={n}>
              <button
                type="button"
                className="breakdown-row"
                aria-pressed={pressed === n}
                disabled={count === 0}
                data-replay={`stars-${n}`}
                onClick={onPress && (() => onPress(n))}
              >
                <span>{t('reviews.stars', { count: n })}</span>
                <span className="bar" style={part} />
                <span>{formatCount(count)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

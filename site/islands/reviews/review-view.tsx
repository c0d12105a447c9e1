import { Review } from '../../components/review'
import type { Review as Entry } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { arrange, sorts, type Sort } from './arrange'

const step = 3

interface Props {
  reviews: Entry[]
  sort: Sort
  stars: number
  /** What the ids of the controls begin with. */
  id: string
  onSort?: (sort: Sort) => void
  onStars?: (stars: number) => void
}

/** Reviews in an order, some of them waiting in a <details>. */
export function ReviewView({ reviews, sort, stars, id, onSort, onStars }: Props) {
  const { t } = site()
  const shown = arrange(reviews, sort, stars)
  const present = [5, 4, 3, 2, 1].filter((n) => reviews.some(({ rating }) => rating === n))
  return (
    <>
      <div className="review-controls">
        <label htmlFor={`${id}-sort`}>{t('reviews.sort')}</label>
        <select
          id={`${id}-sort`}
          className="field"
          value={sort}
          onChange={(event) => onSort?.(event.target.value as Sort)}
        >
          {sorts.map((name) => (
            <option key={name} value={name}>
              {t(`reviews.${name}`)}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-stars`}>{t('reviews.filter')}</label>
        <select
          id={`${id}-stars`}
          className="field"
          value={stars}
          onChange={(event) => onStars?.(Number(event.target.value))}
        >
          <option value={0}>{t('reviews.any')}</option>
          {present.map((n) => (
            <option key={n} value={n}>
              {t('reviews.stars', { count: n })}
            </option>
          ))}
        </select>
      </div>
      <ReviewList reviews={shown.slice(0, step)} />
      {shown.length > step && (
        <details className="more-reviews">
          <summary className="button button-outlined">{t('reviews.more')}</summary>
          <ReviewList reviews={shown.slice(step)} />
        </details>
      )}
    </>
  )
}

function ReviewList({ reviews }: { reviews: Entry[] }) {
  return (
    <ul className="reviews">
      {reviews.map((review) => (
        <Review key={review.author + review.date} review={review} />
      ))}
    </ul>
  )
}

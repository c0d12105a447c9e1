import { Review } from './review'
import { ActionLink } from '../../components/ui/action-link'
import { Icon } from '../../components/ui/icon'
import { formatCount, formatRating } from '../../lib/i18n/format'
import type { Review as Entry, Rating } from '../../lib/payload.gen'
import { site, t } from '../../lib/site'
import { filterAndSort, hasSeveralLanguages, reviewKey, sorts, tally, type Sort } from './arrange'
import type { CSSProperties } from 'react'
import { Stars } from '../../components/ui/stars'

/** How many reviews are shown at first, and more at a time. */
export const reviewsPerStep = 3

interface Props {
  reviews: Entry[]
  sort: Sort
  /** 0 for all. */
  stars: number
  /** How many are shown; without it the rest waits in a <details>, which needs no script. */
  shown?: number
  /** The prefix of the controls' ids. */
  id: string
  onSort?: (sort: Sort) => void
  onStars?: (stars: number) => void
  onMore?: () => void
  onWrite?: () => void
}

/** All reviews of a product: their average, their order, and the button to write one. */
export function ReviewView({ reviews, sort, stars, shown, id, onSort, onStars, onMore, onWrite }: Props) {
  const { locale } = site()
  const { rating, stars: counts } = tally(reviews)
  const chosen = filterAndSort(reviews, sort, stars, locale.code)
  const most = shown ?? reviewsPerStep
  return (
    <>
      {rating ? (
        <StarBreakdown rating={rating} stars={counts} pressed={stars} onPress={onStars} />
      ) : (
        <p className="muted">{t('reviews.none')}</p>
      )}
      <ReviewBar {...{ id, reviews, sort, onSort, onWrite }} />
      {stars > 0 && (
        <p className="review-chosen">
          <span role="status">
            {t('reviews.chosen', {
              count: chosen.length,
              n: formatCount(chosen.length),
              stars: t('reviews.stars', { count: stars }),
            })}
          </span>{' '}
          <ActionLink label={t('reviews.any')} onClick={() => onStars?.(0)} />
        </p>
      )}
      <ReviewList reviews={chosen.slice(0, most)} id={id} />
      {chosen.length > most && <More {...{ chosen, shown, id, onMore }} />}
    </>
  )
}

type BarProps = Pick<Props, 'id' | 'reviews' | 'sort' | 'onSort' | 'onWrite'>

function ReviewBar({ id, reviews, sort, onSort, onWrite }: BarProps) {
  return (
    <div className="review-bar" data-page-only="">
      <button type="button" className="button button-outlined" data-replay="write-review" onClick={onWrite}>
        {t('reviews.write')}
      </button>
      {reviews.length > 1 && (
        <div className="review-sort">
          <label htmlFor={`${id}-sort`}>{t('reviews.sort')}</label>
          <span className="review-choice">
            <select
              id={`${id}-sort`}
              className="field"
              value={sort}
              onChange={(event) => onSort?.(event.target.value as Sort)}
            >
              {sorts
                .filter((name) => name !== 'own' || hasSeveralLanguages(reviews))
                .map((name) => (
                  <option key={name} value={name}>
                    {t(`reviews.${name}`)}
                  </option>
                ))}
            </select>
            <Icon name="chevron" />
          </span>
        </div>
      )}
    </div>
  )
}

/** The button that shows more reviews: some at a time, or all of them without script. */
function More({ chosen, shown, id, onMore }: Pick<Props, 'shown' | 'id' | 'onMore'> & { chosen: Entry[] }) {
  return (
    <div className="review-more">
      {shown === undefined ? (
        <details className="more-reviews">
          <summary className="button button-outlined" data-replay="more-reviews">
            {t('reviews.more')}
          </summary>
          <ReviewList reviews={chosen.slice(reviewsPerStep)} id={`${id}-more`} />
        </details>
      ) : (
        <>
          <p className="small muted" role="status">
            {t('reviews.shown', { shown: formatCount(shown), total: formatCount(chosen.length) })}
          </p>
          <button type="button" className="button button-outlined" data-replay="more-reviews" onClick={onMore}>
            {t('reviews.more')}
          </button>
        </>
      )}
    </div>
  )
}

function ReviewList({ reviews, id }: { reviews: Entry[]; id: string }) {
  return (
    <ul className="reviews" id={`${id}-list`}>
      {reviews.map((review) => (
        <Review key={reviewKey(review)} review={review} />
      ))}
    </ul>
  )
}

interface BreakdownProps {
  rating: Rating
  /** How many reviews gave one star, two stars, up to five. */
  stars: number[]
  /** The number of stars whose reviews are shown; 0 for all. */
  pressed: number
  onPress?: (stars: number) => void
}

/** The number of reviews for each star. Each row is a button that shows its reviews alone. */
function StarBreakdown({ rating, stars, pressed, onPress }: BreakdownProps) {
  return (
    <div className="breakdown">
      <div>
        <p className="breakdown-value" data-page-only="">
          {formatRating(rating.average)}
        </p>
        <Stars value={rating.average} />
        <p className="small muted">{t('rating.count', { count: rating.count, n: formatCount(rating.count) })}</p>
      </div>
      <ul data-page-only="" aria-label={t('reviews.breakdown')}>
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

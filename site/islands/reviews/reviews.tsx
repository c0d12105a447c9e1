import { useId, useState } from 'react'
import { Review } from '../../components/review'
import type { Review as Entry } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { arrange, sorts, type Sort } from './arrange'

const step = 3

export interface Props {
  reviews: Entry[]
}

/** Reviews to sort and to filter. Without script all of them are there: the rest waits in a <details>. */
export function Reviews({ reviews }: Props) {
  const [sort, setSort] = useState<Sort>('own')
  const [stars, setStars] = useState(0)
  const sortId = useId()
  const starsId = useId()
  const { t } = site()
  const shown = arrange(reviews, sort, stars)
  const present = [5, 4, 3, 2, 1].filter((n) => reviews.some(({ rating }) => rating === n))
  return (
    <>
      <div className="review-controls">
        <label htmlFor={sortId}>{t('reviews.sort')}</label>
        <select id={sortId} className="field" value={sort} onChange={(event) => setSort(event.target.value as Sort)}>
          {sorts.map((name) => (
            <option key={name} value={name}>
              {t(`reviews.${name}`)}
            </option>
          ))}
        </select>
        <label htmlFor={starsId}>{t('reviews.filter')}</label>
        <select id={starsId} className="field" value={stars} onChange={(event) => setStars(Number(event.target.value))}>
          <option value={0}>{t('reviews.any')}</option>
          {present.map((n) => (
            <option key={n} value={n}>
              {t('reviews.stars', { count: n })}
            </option>
          ))}
        </select>
      </div>
      <ul className="reviews" aria-live="polite">
        {shown.slice(0, step).map((review) => (
          <Review key={review.author + review.date} review={review} />
        ))}
      </ul>
      {shown.length > step && (
        <details className="more-reviews">
          <summary className="button button-outlined">{t('reviews.more')}</summary>
          <ul className="reviews">
            {shown.slice(step).map((review) => (
              <Review key={review.author + review.date} review={review} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

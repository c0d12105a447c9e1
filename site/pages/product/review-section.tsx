import { Island } from '../../components/island'
import { Review } from '../../components/review'
import { StarBreakdown } from '../../components/star-breakdown'
import { ReviewView } from '../../islands/reviews/review-view'
import type { ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'

// So few need neither sorting nor hiding.
const few = 3

interface Props {
  product: ProductDetail
}

export function ReviewSection({ product: { rating, stars, reviews = [] } }: Props) {
  const { t } = site()
  return (
    <section className="part" id="reviews">
      <h2>{t('product.reviews')}</h2>
      {rating ? (
        <StarBreakdown rating={rating} stars={stars ?? []} />
      ) : (
        <p className="muted">{t('product.noReviews')}</p>
      )}
      {reviews.length > few ? (
        <Island name="reviews" shell={<ReviewView id="review" reviews={reviews} sort="own" stars={0} />} />
      ) : (
        <ul className="reviews">
          {reviews.map((review) => (
            <Review key={review.author + review.date} review={review} />
          ))}
        </ul>
      )}
    </section>
  )
}

import { Island } from '../../components/island'
import { differ } from '../../islands/reviews/arrange'
import { ReviewView } from '../../islands/reviews/review-view'
import type { Product } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  payload: Product
}

export function ReviewSection({ payload: { product } }: Props) {
  const { reviews = [] } = product
  const approved = reviews.flatMap(({ id }) => id ?? [])
  const fallback = <ReviewView id="review" reviews={reviews} sort={differ(reviews) ? 'own' : 'newest'} stars={0} />
  return (
    <section className="part" id="reviews" data-approved={approved.join(' ')}>
      <h2>{site().t('product.reviews')}</h2>
      <Island name="reviews" fallback={fallback} />
    </section>
  )
}

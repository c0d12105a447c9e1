import { Island } from '../../components/island'
import { differ } from '../../islands/reviews/arrange'
import { ReviewView } from '../../islands/reviews/review-view'
import type { ProductDetail } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  product: ProductDetail
}

export function ReviewSection({ product: { reviews = [] } }: Props) {
  const shell = <ReviewView id="review" reviews={reviews} sort={differ(reviews) ? 'own' : 'newest'} stars={0} />
  return (
    <section className="part" id="reviews">
      <h2>{site().t('product.reviews')}</h2>
      <Island name="reviews" shell={shell} />
    </section>
  )
}

import { Island } from '../../components/island'
import { ReviewsFallback } from '../../islands/reviews/fallback'
import type { Product } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  payload: Product
}

export function ReviewSection({ payload: { product } }: Props) {
  const { reviews = [] } = product
  const approved = reviews.flatMap(({ id }) => id ?? [])
  return (
    <section className="part" id="reviews" data-approved={approved.join(' ')}>
      <h2>{site().t('product.reviews')}</h2>
      <Island name="reviews" fallback={<ReviewsFallback reviews={reviews} />} />
    </section>
  )
}

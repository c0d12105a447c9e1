import type { Review } from '../../lib/payload.gen'
import { defaultSort } from './arrange'
import { ReviewView } from './review-view'

/** The reviews as the build knows them, until the island mounts. */
export function ReviewsFallback({ reviews }: { reviews: Review[] }) {
  return <ReviewView id="review" reviews={reviews} sort={defaultSort(reviews)} stars={0} />
}

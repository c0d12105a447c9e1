import type { Review } from '../../lib/payload.gen'
import { firstSort } from './arrange'
import { ReviewView } from './review-view'

/** The reviews as the build knows them, until the island mounts. */
export function ReviewsFallback({ reviews }: { reviews: Review[] }) {
  return <ReviewView id="review" reviews={reviews} sort={firstSort(reviews)} stars={0} />
}

import type { Review } from '../../lib/payload.gen'
import { differ } from './arrange'
import { ReviewView } from './review-view'

/** The reviews as the build knows them, until the island mounts. */
export function ReviewsFallback({ reviews }: { reviews: Review[] }) {
  return <ReviewView id="review" reviews={reviews} sort={differ(reviews) ? 'own' : 'newest'} stars={0} />
}

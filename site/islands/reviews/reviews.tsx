import { useId, useState } from 'react'
import type { Review } from '../../lib/payload.gen'
import type { Sort } from './arrange'
import { ReviewView } from './review-view'

export interface Props {
  reviews: Review[]
}

/** Reviews to sort and to filter. */
export function Reviews({ reviews }: Props) {
  const [sort, setSort] = useState<Sort>('own')
  const [stars, setStars] = useState(0)
  return <ReviewView id={useId()} reviews={reviews} sort={sort} stars={stars} onSort={setSort} onStars={setStars} />
}

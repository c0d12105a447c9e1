import type { Review } from '../../lib/payload.gen'

export const sorts = ['own', 'newest', 'highest', 'lowest'] as const
export type Sort = (typeof sorts)[number]

const ranks: Record<Sort, (a: Review, b: Review) => number> = {
  // As the payload has them: the page's own language first, and there the newest.
  own: () => 0,
  newest: newer,
  highest: (a, b) => b.rating - a.rating || newer(a, b),
  lowest: (a, b) => a.rating - b.rating || newer(a, b),
}

function newer(a: Review, b: Review): number {
  return b.date.localeCompare(a.date)
}

/** Reviews with that many stars (0: all), in order. */
export function arrange(reviews: Review[], sort: Sort, stars: number): Review[] {
  return reviews.filter(({ rating }) => stars === 0 || rating === stars).sort(ranks[sort])
}

import type { Review } from '../../lib/payload.gen'

export const sorts = ['newest', 'highest', 'lowest'] as const
export type Sort = (typeof sorts)[number]

const orders: Record<Sort, (a: Review, b: Review) => number> = {
  newest: () => 0,
  highest: (a, b) => b.rating - a.rating,
  lowest: (a, b) => a.rating - b.rating,
}

/** Reviews with that many stars (0: all), in order; equals stay newest first. */
export function arrange(reviews: Review[], sort: Sort, stars: number): Review[] {
  return reviews
    .filter(({ rating }) => stars === 0 || rating === stars)
    .sort((a, b) => orders[sort](a, b) || b.date.localeCompare(a.date))
}

import type { Rating, Review } from '../../lib/payload.gen'

export const sorts = ['own', 'newest', 'highest', 'lowest'] as const
export type Sort = (typeof sorts)[number]

/** What comes first in each order, before the newest. */
const ranks: Record<Sort, (review: Review, language: string) => number> = {
  own: (review, language) => Number(review.language === language),
  newest: () => 0,
  highest: ({ rating }) => rating,
  lowest: ({ rating }) => -rating,
}

/** Returns the reviews with a number of stars (0: all), sorted. */
export function filterAndSort(reviews: Review[], sort: Sort, stars: number, language: string): Review[] {
  const rank = (review: Review) => ranks[sort](review, language)
  return reviews
    .filter(({ rating }) => stars === 0 || rating === stars)
    .sort((a, b) => rank(b) - rank(a) || b.date.localeCompare(a.date))
}

/** Returns the order that visitors see first: the newest, with those in their language before others. */
export function defaultSort(reviews: Review[]): Sort {
  return hasSeveralLanguages(reviews) ? 'own' : 'newest'
}

/** Reports whether there is a language to put first. */
export function hasSeveralLanguages(reviews: Review[]): boolean {
  return reviews.some(({ language }) => language !== reviews[0]?.language)
}

/** Returns the key of a review: the API's id, or the editors' text. */
export const reviewKey = ({ id, author, date, text }: Review): string => id ?? `${author} ${date} ${text}`

/** The most reviews that the API lists. */
const maxListed = 100

/** Reports whether the API lists other reviews than those with the page's ids, in any order. */
export function differsFromPage(known: string[], listed: Pick<Review, 'id'>[]): boolean {
  const ids = new Set(known)
  return listed.length >= maxListed || listed.length !== ids.size || listed.some(({ id = '' }) => !ids.has(id))
}

/**
 * Returns the page's reviews, with those that were approved since the build and without those that the operator has
 * since withdrawn. Reviews of the API have an id.
 */
export function mergeReviews(page: Review[], listed: Review[]): Review[] {
  const approved = new Set(listed.map(({ id }) => id))
  const oldest = listed.length < maxListed ? '' : (listed.at(-1)?.date ?? '')
  const kept = page.filter(({ id, date }) => id === undefined || approved.has(id) || date <= oldest)
  const known = new Set(kept.map(({ id }) => id))
  return [...listed.filter(({ id }) => !known.has(id)), ...kept]
}

/** Returns the average to one decimal and the number of reviews for each star, as the build computes them. */
export function tally(reviews: Review[]): { rating?: Rating; stars: number[] } {
  const stars = [0, 0, 0, 0, 0]
  let sum = 0
  for (const { rating } of reviews) {
    stars[rating - 1] = (stars[rating - 1] ?? 0) + 1
    sum += rating
  }
  const count = reviews.length
  return count === 0 ? { stars } : { stars, rating: { average: Math.round((sum * 10) / count) / 10, count } }
}

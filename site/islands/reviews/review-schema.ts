import * as v from 'valibot'
import { recall, remember } from '../../lib/browser/storage'

/** The API's limits, in characters. */
export const longestTitle = 120
export const longestText = 4000
const shortestText = 10

/** Counts characters as the API does. */
export const countCharacters = (text: string): number => [...text.trim()].length

const atMost = (most: number) => v.check((text: string) => countCharacters(text) <= most, 'max')

/** The schema of a review. Its messages are keys of `reviews.wrong`. */
export const reviewSchema = v.object({
  rating: v.pipe(v.number(), v.minValue(1, 'rating')),
  title: v.pipe(v.string(), atMost(longestTitle)),
  text: v.pipe(
    v.string(),
    v.check((text) => countCharacters(text) > 0, 'required'),
    v.check((text) => countCharacters(text) >= shortestText, 'min'),
    atMost(longestText),
  ),
})

export type Draft = v.InferOutput<typeof reviewSchema>

const nameOf = (slug: string) => `review:${slug}`

/** Returns the draft of a review of the product in this tab. */
export function recallDraft(slug: string): Draft {
  const { success, output } = v.safeParse(
    v.object({ rating: v.number(), title: v.string(), text: v.string() }),
    recall(nameOf(slug)),
  )
  return success ? output : { rating: 0, title: '', text: '' }
}

export const keepDraft = (slug: string, draft: Draft | undefined): void => remember(nameOf(slug), draft)

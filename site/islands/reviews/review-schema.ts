import * as v from 'valibot'
import { readJson, writeJson } from '../../lib/browser/storage'

/** The API's limits, in characters. */
export const maxTitleLength = 120
export const maxTextLength = 4000
const minTextLength = 10

/** Counts characters as the API does. */
export const countCharacters = (text: string): number => [...text.trim()].length

const maxCharacters = (most: number) => v.check((text: string) => countCharacters(text) <= most, 'max')

/** The schema of a review. Its messages are keys of `reviews.wrong`. */
export const reviewSchema = v.object({
  rating: v.pipe(v.number(), v.minValue(1, 'rating')),
  title: v.pipe(v.string(), maxCharacters(maxTitleLength)),
  text: v.pipe(
    v.string(),
    v.check((text) => countCharacters(text) > 0, 'required'),
    v.check((text) => countCharacters(text) >= minTextLength, 'min'),
    maxCharacters(maxTextLength),
  ),
})

export type ReviewDraft = v.InferOutput<typeof reviewSchema>

const draftKey = (slug: string) => `review:${slug}`

/** Returns the draft of a review of the product in this tab. */
export function loadDraft(slug: string): ReviewDraft {
  const { success, output } = v.safeParse(
    v.object({ rating: v.number(), title: v.string(), text: v.string() }),
    readJson(draftKey(slug)),
  )
  return success ? output : { rating: 0, title: '', text: '' }
}

export const saveDraft = (slug: string, draft: ReviewDraft | undefined): void => writeJson(draftKey(slug), draft)

import { expect, test } from 'vitest'
import { filterAndSort, hasSeveralLanguages, differsFromPage, mergeReviews, tally } from './arrange'

const review = (author: string, rating: number, date: string, language = 'en', id?: string) => ({
  ...{ author, rating, date, language, text: '' },
  ...(id && { id }),
})
const all = [
  review('a', 3, '2026-01-01'),
  review('b', 5, '2026-02-01', 'ar'),
  review('c', 5, '2026-03-01'),
  review('d', 1, '2026-04-01', 'ar'),
]
const authors = (sort: 'own' | 'newest' | 'highest' | 'lowest', stars = 0, language = 'en') =>
  filterAndSort(all, sort, stars, language)
    .map(({ author }) => author)
    .join('')

test('the newest reviews come first, also among reviews with the same number of stars', () => {
  expect(authors('newest')).toBe('dcba')
  expect(authors('highest')).toBe('cbad')
  expect(authors('lowest')).toBe('dacb')
})

test("reviews in the visitor's language come first, and other languages are detected", () => {
  expect([authors('own'), authors('own', 0, 'ar')]).toEqual(['cadb', 'dbca'])
  expect([all, all.slice(0, 1), []].map(hasSeveralLanguages)).toEqual([true, false, false])
})

test('a filter by stars keeps only reviews with these stars and does not change the given list', () => {
  expect(authors('newest', 5)).toBe('cb')
  expect(all.map(({ author }) => author).join('')).toBe('abcd')
})

test('the list differs from the page only if a review was approved or withdrawn since the build', () => {
  const listed = (...ids: string[]) => ids.map((id) => ({ id }))
  expect(differsFromPage([], [])).toBe(false)
  expect(differsFromPage(['a', 'b'], listed('b', 'a'))).toBe(false)
  expect(differsFromPage(['a'], listed('a', 'b'))).toBe(true)
  expect(differsFromPage(['a', 'b'], listed('a'))).toBe(true)
  expect(differsFromPage(['a', 'b'], listed('a', 'c'))).toBe(true)
  const full = Array.from({ length: 100 }, (_, n) => `${n}`)
  expect(differsFromPage([...full, 'older'], listed(...full)), 'the list ends before what the page knows').toBe(true)
})

test('merging adds reviews that were approved since the build, and drops those withdrawn since', () => {
  const page = [review('built', 4, '2026-01-02', 'en', '1'), review('gone', 1, '2026-01-01', 'en', '2'), ...all]
  const listed = [review('new', 5, '2026-05-01', 'en', '3'), review('built', 4, '2026-01-02', 'en', '1')]
  expect(mergeReviews(page, listed).map(({ author }) => author)).toEqual(['new', 'built', 'a', 'b', 'c', 'd'])
})

test("merging keeps a review that is too old for the API's full list", () => {
  const listed = Array.from({ length: 100 }, (_, i) => review(`n${i}`, 5, '2026-05-01', 'en', `n${i}`))
  const page = [review('old', 4, '2026-01-02', 'en', 'old'), review('gone', 4, '2026-06-02', 'en', 'gone')]
  const merged = mergeReviews(page, listed).map(({ author }) => author)
  expect([merged.length, merged.includes('old'), merged.includes('gone')]).toEqual([101, true, false])
})

test('the rating is the average of all reviews to one decimal', () => {
  expect(tally(all)).toEqual({ rating: { average: 3.5, count: 4 }, stars: [1, 0, 1, 0, 2] })
  expect(tally([])).toEqual({ stars: [0, 0, 0, 0, 0] })
})

import { expect, test } from 'vitest'
import { arrange } from './arrange'

const review = (author: string, rating: number, date: string) => ({ author, rating, date, language: 'en', text: '' })
const all = [review('a', 3, '2026-01-01'), review('b', 5, '2026-02-01'), review('c', 5, '2026-03-01')]
const authors = (sort: 'own' | 'newest' | 'highest' | 'lowest', stars = 0) =>
  arrange(all, sort, stars)
    .map(({ author }) => author)
    .join('')

test('newest first, and among equals too', () => {
  expect(authors('newest')).toBe('cba')
  expect(authors('own')).toBe('abc')
  expect(authors('highest')).toBe('cba')
  expect(authors('lowest')).toBe('acb')
})

test('only the stars asked for, without touching what was given', () => {
  expect(authors('newest', 5)).toBe('cb')
  expect(all.map(({ author }) => author).join('')).toBe('abc')
})

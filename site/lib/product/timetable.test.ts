import { expect, test } from 'vitest'
import type { ProductCard } from '../payload.gen'
import { sortByFirstStart } from './timetable'

const card = (slug: string, ...startTimes: string[]) => ({ slug, startTimes }) as ProductCard
const slugs = (cards: ProductCard[]) => cards.map(({ slug }) => slug).join(' ')

const cards = [card('dinner', '20:30'), card('driver'), card('balloon', '05:00'), card('kayak', '08:00', '15:30')]

test('what starts first stands first, and what has no start of its own last', () => {
  expect(slugs(sortByFirstStart(cards))).toBe('balloon kayak dinner driver')
})

test('equal starts keep the order that they were published in', () => {
  expect(slugs(sortByFirstStart([card('b', '09:00'), card('a', '09:00')]))).toBe('b a')
})

test('what is added later changes nothing above it', () => {
  expect(slugs(sortByFirstStart(cards, 2))).toBe('dinner driver balloon kayak')
  expect(slugs(sortByFirstStart(cards, 1))).toBe('dinner driver balloon kayak')
})

test('the published list stays as it is', () => {
  sortByFirstStart(cards)
  expect(slugs(cards)).toBe('dinner driver balloon kayak')
})

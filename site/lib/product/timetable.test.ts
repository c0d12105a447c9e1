import { expect, test } from 'vitest'
import type { ProductCard } from '../payload.gen'
import { sortByFirstStart } from './timetable'

const card = (slug: string, ...startTimes: string[]) => ({ slug, startTimes }) as ProductCard
const slugs = (cards: ProductCard[]) => cards.map(({ slug }) => slug).join(' ')

const cards = [card('dinner', '20:30'), card('driver'), card('balloon', '05:00'), card('kayak', '08:00', '15:30')]

test('experiences are sorted by their first start, and those without a start come last', () => {
  expect(slugs(sortByFirstStart(cards))).toBe('balloon kayak dinner driver')
})

test('experiences with the same start keep the published order', () => {
  expect(slugs(sortByFirstStart([card('b', '09:00'), card('a', '09:00')]))).toBe('b a')
})

test('a later batch of experiences does not change the order of the earlier ones', () => {
  expect(slugs(sortByFirstStart(cards, 2))).toBe('dinner driver balloon kayak')
  expect(slugs(sortByFirstStart(cards, 1))).toBe('dinner driver balloon kayak')
})

test('sorting does not change the published list', () => {
  sortByFirstStart(cards)
  expect(slugs(cards)).toBe('dinner driver balloon kayak')
})

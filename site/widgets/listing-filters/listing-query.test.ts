// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { isAwaitingResults, markAwaitingResults } from '../../lib/navigation/awaiting-results'
import {
  emptyQuery,
  hasFilters,
  isFilteredOrSorted,
  priceRange,
  readQuery,
  withoutFilters,
  writeQuery,
  type ListingQuery,
} from './listing-query'

const today = '2026-11-20'
const read = (query: string) => readQuery(query, today, 'AED')

const whole: ListingQuery = {
  price: { min: 100, max: 500.5, currency: 'USD' },
  length: 'half',
  rating: 4.5,
  guides: ['ar', 'zh-Hans'],
  cities: ['dubai', 'abu-dhabi'],
  categories: ['desert'],
  free: true,
  pickup: true,
  date: '2026-12-05',
  sort: '-rating',
  page: 3,
}

describe('the query of a listing', () => {
  test('hides the published list from the first paint if it filters or sorts', () => {
    const awaits = (query: ListingQuery) => {
      markAwaitingResults({ pathname: '/things-to-do', search: `?${writeQuery(query)}` })
      return isAwaitingResults()
    }
    for (const name of Object.keys(whole) as (keyof ListingQuery)[]) {
      const query = { ...emptyQuery, [name]: whole[name] }
      expect([name, awaits(query)]).toEqual([name, isFilteredOrSorted(query)])
    }
    expect(awaits(emptyQuery)).toBe(false)
  })

  test('is the same after it was written to an address and read again', () => {
    expect(read(`?${writeQuery(whole)}`)).toEqual(whole)
    expect(read(`?${writeQuery(emptyQuery)}`)).toEqual(emptyQuery)
    expect(writeQuery(emptyQuery).toString()).toBe('')
  })

  test('is readable in the address', () => {
    expect(decodeURIComponent(writeQuery(whole).toString())).toBe(
      'price=100-500.5&currency=USD&duration=half&rating=4.5&language=ar&language=zh-Hans&city=dubai&city=abu-dhabi' +
        '&category=desert&free=1&pickup=1&date=2026-12-05&sort=-rating&page=3',
    )
  })

  test('accepts a minimum price without a maximum, and the reverse', () => {
    expect(read('?price=100-').price).toEqual({ min: 100, currency: 'AED' })
    expect(read('?price=-500').price).toEqual({ max: 500, currency: 'AED' })
  })

  test.each([
    'price=abc',
    'price=500-100',
    'price=-',
    'price=-0',
    'price=1e3-2e3',
    'price=-5-10',
    'price=1-2&currency=gold',
    'duration=forever',
    'rating=4.2',
    'rating=NaN',
    'language=%00',
    'language=',
    'city=../x',
    'category=A%20B',
    'free=yes',
    'pickup=true',
    'date=2026-11-19',
    'date=2027-11-21',
    'date=2026-02-30',
    'date=tomorrow',
    'sort=cheapest',
    'page=0',
    'page=-1',
    'page=x',
    'page=1000',
    '%E0%A4%A',
    'constructor=1&__proto__=2',
  ])('ignores the invalid parameter %s', (query) => {
    expect(read(`?${query}`)).toEqual(emptyQuery)
  })

  test('drops invalid parameters when it is written again, and keeps parameters that are not its own', () => {
    const query = '?price=abc&utm_source=mail&sort=cheapest&rating=4'
    expect(writeQuery(read(query), query).toString()).toBe('utm_source=mail&rating=4')
  })

  test('accepts a date from today to a year from now', () => {
    expect(read('?date=2026-11-20').date).toBe('2026-11-20')
    expect(read('?date=2027-11-20').date).toBe('2027-11-20')
  })

  test('distinguishes a sort order from filters, and keeps it when the filters are cleared', () => {
    const sorted = { ...emptyQuery, sort: 'price' } as const
    expect([hasFilters(sorted), isFilteredOrSorted(sorted)]).toEqual([false, true])
    expect([hasFilters({ ...emptyQuery, page: 2 }), isFilteredOrSorted({ ...emptyQuery, page: 2 })]).toEqual([
      false,
      false,
    ])
    expect([hasFilters(whole), isFilteredOrSorted(whole)]).toEqual([true, true])
    expect(withoutFilters(whole)).toEqual({ ...emptyQuery, sort: '-rating' })
  })

  test('reads at most 20 values of a parameter', () => {
    const many = Array.from({ length: 50 }, (_, i) => `city=c${i}`).join('&')
    expect(read(`?${many}&city=c0`).cities).toHaveLength(20)
  })
})

test('a price range without limits, or with a minimum above its maximum, is ignored', () => {
  expect(priceRange('', '', 'AED')).toBeUndefined()
  expect(priceRange('0', undefined, 'AED')).toBeUndefined()
  expect(priceRange('0', '10', 'AED')).toEqual({ max: 10, currency: 'AED' })
  expect(priceRange('20', '10', 'AED')).toBeUndefined()
})

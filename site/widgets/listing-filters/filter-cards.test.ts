import { beforeAll, describe, expect, test } from 'vitest'
import vectors from '../../../internal/search/testdata/filters.json'
import type { ProductCard } from '../../lib/payload.gen'
import en from '../../locales/en.json'
import { shell } from '../../lib/shell.fixture'
import { setSite } from '../../lib/site'
import { filterCards } from './filter-cards'
import { minutesOfLength, emptyQuery, type ListingQuery, type Range } from './listing-query'

const shown = 'AED'
beforeAll(() => setSite({ ...shell, currency: { default: shown, rates: { USD: '0.25' } } }, en))

function card(slug: string, part: Partial<ProductCard> = {}): ProductCard {
  return {
    slug,
    title: slug,
    city: { id: 'dubai', name: 'Dubai' },
    category: { id: 'desert', name: 'Desert' },
    image: { src: '', width: 0, height: 0, alt: '' },
    duration: { minutes: 120 },
    status: 'AVAILABLE',
    ...part,
  }
}
const aed = (amount: number, currency = 'AED') => ({ amount, currency, exponent: 2, per: 'PERSON' as const })

const dunes = card('dunes', {
  price: aed(10_000),
  duration: { minutes: 360 },
  rating: { average: 4.8, count: 10 },
  guides: ['en', 'ar'],
  pickup: true,
  freeCancellation: 1440,
})
const boat = card('boat', {
  price: aed(30_000),
  rating: { average: 4.1, count: 3 },
  guides: ['en'],
  city: { id: 'doha', name: 'Doha' },
  category: { id: 'boats', name: 'Boats' },
})
// 100 dollars, which are 400 dirhams here.
const camp = card('camp', { price: aed(10_000, 'USD'), duration: { nights: 2 }, guides: ['fr'], freeCancellation: 1 })
const ask = card('ask', { duration: {} })
const full = card('full', { price: aed(1_000), status: 'SOLD_OUT', rating: { average: 5, count: 1 }, pickup: true })
const all = [full, dunes, boat, camp, ask]

const found = (part: Partial<ListingQuery>) => filterCards(all, { ...emptyQuery, ...part }, shown)
const slugs = (part: Partial<ListingQuery>) => found(part).cards.map(({ slug }) => slug)

interface Filter extends Partial<Omit<ListingQuery, 'price'>> {
  price?: Range
  minutes?: Range
}
// In the table 0 means no limit, as it does for the server.
const ends = ({ min, max }: Range): Range => ({ min: min || undefined, max: max || undefined })
const whole = ({ min = 0, max = 0 }: Range) => ({ ...ends({ min: min / 100, max: max / 100 }), currency: 'AED' })
const published: ProductCard[] = vectors.products.map(
  ({ categories, stars, price, minutes, free, soldOut, ...rest }) => {
    const [category = { id: '', name: '' }, ...otherCategories] = categories.map((id) => ({ id, name: id }))
    return card(rest.slug, {
      category,
      otherCategories,
      city: { id: rest.city, name: rest.city },
      duration: { minutes },
      guides: rest.guides,
      pickup: rest.pickup,
      price: price === undefined ? undefined : aed(price),
      rating: stars === undefined ? undefined : { average: stars, count: 1 },
      freeCancellation: free ? 1440 : undefined,
      status: soldOut ? 'SOLD_OUT' : 'AVAILABLE',
    })
  },
)

test.each(vectors.cases)(
  'the filters of the browser agree with those of the server: $name',
  ({ filter, found, facets: wanted }) => {
    const { minutes, price, ...rest } = filter as Filter
    if (rest.length) expect(ends(minutesOfLength[rest.length])).toEqual(ends(minutes ?? {}))
    const query = { ...emptyQuery, ...rest, price: price && whole(price) }
    const { cards, facets } = filterCards(published, query, shown)
    expect(cards.map(({ slug }) => slug)).toEqual(found)
    const counts = (list: typeof facets.cities) => list.map(({ value, count }) => ({ value, count }))
    expect({
      ...facets,
      cities: counts(facets.cities),
      categories: counts(facets.categories),
      ratings: facets.ratings.map(({ count }) => count),
    }).toMatchObject(wanted)
  },
)

describe('a listing', () => {
  test('keeps the published order without a filter, with sold-out products last', () => {
    expect(slugs({})).toEqual(['dunes', 'boat', 'camp', 'ask', 'full'])
  })

  test.each<[string, Partial<ListingQuery>, string[]]>([
    ['minimum price', { price: { min: 300, currency: 'AED' } }, ['boat', 'camp']],
    [
      'maximum price, without products that have no price',
      { price: { max: 300, currency: 'AED' } },
      ['dunes', 'boat', 'full'],
    ],
    ['minimum and maximum price', { price: { min: 101, max: 399.99, currency: 'AED' } }, ['boat']],
    ['half a day', { length: 'half' }, ['dunes']],
    ['several days', { length: 'days' }, ['camp']],
    ['minimum number of stars', { rating: 4.5 }, ['dunes', 'full']],
    ['guide in one of two languages', { guides: ['ar', 'fr'] }, ['dunes', 'camp']],
    ['free cancellation', { free: true }, ['dunes', 'camp']],
    ['pickup', { pickup: true }, ['dunes', 'full']],
    ['city', { cities: ['doha'] }, ['boat']],
    ['one of two categories', { categories: ['boats', 'desert'] }, ['dunes', 'boat', 'camp', 'ask', 'full']],
    ['three filters at once', { pickup: true, rating: 4.5, free: true }, ['dunes']],
  ])('has only the products that match: %s', (_, part, expected) => {
    expect(slugs(part)).toEqual(expected)
  })

  test.each<[ListingQuery['sort'], string[]]>([
    ['price', ['dunes', 'boat', 'camp', 'ask', 'full']],
    ['-price', ['camp', 'boat', 'dunes', 'ask', 'full']],
    ['duration', ['boat', 'dunes', 'camp', 'ask', 'full']],
    ['-duration', ['camp', 'dunes', 'boat', 'ask', 'full']],
    ['-rating', ['dunes', 'boat', 'camp', 'ask', 'full']],
  ])('sorts by %s, with products without that value before the sold-out ones at the end', (sort, expected) => {
    expect(slugs({ sort })).toEqual(expected)
  })

  test('does not change the given list', () => {
    found({ sort: 'price' })
    expect(all[0]).toBe(full)
  })
})

describe('the counts beside the filters', () => {
  test('are those of the products that each choice would show, ignoring its own filter', () => {
    const { facets } = found({ guides: ['en'] })
    expect(facets.guides).toEqual([
      { value: 'en', count: 2 },
      { value: 'ar', count: 1 },
      { value: 'fr', count: 1 },
    ])
    expect([facets.pickup, facets.freeCancellation]).toEqual([1, 1])
    expect(facets.ratings).toEqual([
      { from: 4.5, count: 1 },
      { from: 4, count: 2 },
      { from: 3.5, count: 2 },
      { from: 3, count: 2 },
    ])
    expect(facets.cities).toEqual([
      { value: 'doha', name: 'Doha', count: 1 },
      { value: 'dubai', name: 'Dubai', count: 1 },
    ])
  })

  test('come with the range of prices in the displayed currency and of minutes', () => {
    const { facets } = found({})
    expect([facets.price, facets.currency]).toEqual([{ min: 1_000, max: 40_000 }, 'AED'])
    expect(facets.minutes).toEqual({ min: 120, max: 2880 })
    expect(found({ cities: ['nowhere'] }).facets.price).toEqual({ min: 0, max: 0 })
  })
})

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
// In the table 0 is no end of a range, as it is for the server.
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

test.each(vectors.cases)('$name, as the server has it', ({ filter, found, facets: wanted }) => {
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
})

describe('a list', () => {
  test('is as it was published, with what cannot be booked at its end', () => {
    expect(slugs({})).toEqual(['dunes', 'boat', 'camp', 'ask', 'full'])
  })

  test.each<[string, Partial<ListingQuery>, string[]]>([
    ['from a price', { price: { min: 300, currency: 'AED' } }, ['boat', 'camp']],
    ['up to a price, without what has none', { price: { max: 300, currency: 'AED' } }, ['dunes', 'boat', 'full']],
    ['between prices', { price: { min: 101, max: 399.99, currency: 'AED' } }, ['boat']],
    ['of a few hours', { length: 'half' }, ['dunes']],
    ['of several days', { length: 'days' }, ['camp']],
    ['with so many stars', { rating: 4.5 }, ['dunes', 'full']],
    ['with a guide who speaks one of the languages', { guides: ['ar', 'fr'] }, ['dunes', 'camp']],
    ['with free cancellation', { free: true }, ['dunes', 'camp']],
    ['with pickup', { pickup: true }, ['dunes', 'full']],
    ['of a city', { cities: ['doha'] }, ['boat']],
    ['of a category', { categories: ['boats', 'desert'] }, ['dunes', 'boat', 'camp', 'ask', 'full']],
    ['of all of these at once', { pickup: true, rating: 4.5, free: true }, ['dunes']],
  ])('%s', (_, part, expected) => {
    expect(slugs(part)).toEqual(expected)
  })

  test.each<[ListingQuery['sort'], string[]]>([
    ['price', ['dunes', 'boat', 'camp', 'ask', 'full']],
    ['-price', ['camp', 'boat', 'dunes', 'ask', 'full']],
    ['duration', ['boat', 'dunes', 'camp', 'ask', 'full']],
    ['-duration', ['camp', 'dunes', 'boat', 'ask', 'full']],
    ['-rating', ['dunes', 'boat', 'camp', 'ask', 'full']],
  ])('in the order of %s; what has no such value stands last, but before what cannot be booked', (sort, expected) => {
    expect(slugs({ sort })).toEqual(expected)
  })

  test('leaves what it was given as it was', () => {
    found({ sort: 'price' })
    expect(all[0]).toBe(full)
  })
})

describe('the counts of choices', () => {
  test('are of what each would leave; a filter does not narrow its own', () => {
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

  test('span prices in minor units of the currency that is shown, and minutes', () => {
    const { facets } = found({})
    expect([facets.price, facets.currency]).toEqual([{ min: 1_000, max: 40_000 }, 'AED'])
    expect(facets.minutes).toEqual({ min: 120, max: 2880 })
    expect(found({ cities: ['nowhere'] }).facets.price).toEqual({ min: 0, max: 0 })
  })
})

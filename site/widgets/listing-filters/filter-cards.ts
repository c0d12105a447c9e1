import type { components } from '../../features/http/api.gen'
import type { Named, ProductCard } from '../../lib/payload.gen'
import { moneyOf, wholeUnitsIn } from './display-currency'
import { minutesOfLength, ratings, type Range, type Sort, type ListingQuery } from './listing-query'

export type Facets = components['schemas']['Facets']
type Facet = components['schemas']['Facet']

// The filters of internal/search/filter.go; both run the table of internal/search/testdata/filters.json.
type CardTest = (card: ProductCard, query: ListingQuery, shown: string) => boolean

const cardTests = {
  price: (card, { price }, shown) => !price || isWithin(price, priceOf(card, shown)),
  length: (card, { length }) => !length || isWithin(minutesOfLength[length], minutes(card)),
  rating: (card, { rating }) => !rating || average(card) >= rating,
  guides: ({ guides = [] }, query) => query.guides.length === 0 || guides.some((guide) => query.guides.includes(guide)),
  cities: ({ city }, { cities }) => cities.length === 0 || cities.includes(city.id),
  categories: (card, { categories }) =>
    categories.length === 0 || categoriesOf(card).some(({ id }) => categories.includes(id)),
  free: (card, { free }) => !free || hasFreeCancellation(card),
  pickup: ({ pickup = false }, query) => !query.pickup || pickup,
} satisfies Record<string, CardTest>
type TestName = keyof typeof cardTests
const testNames = Object.keys(cardTests) as TestName[]

const categoriesOf = ({ category, otherCategories = [] }: ProductCard) => [category, ...otherCategories]
const minutes = ({ duration }: ProductCard) => (duration.minutes ?? 0) + (duration.nights ?? 0) * 24 * 60
const average = ({ rating }: ProductCard) => rating?.average ?? 0
const hasFreeCancellation = ({ freeCancellation = 0 }: ProductCard) => freeCancellation > 0
const isBookable = ({ status }: ProductCard) => !status || status === 'AVAILABLE'

/** Returns a card's price in whole units; undefined if it has none or the rate is unknown. */
function priceOf({ price }: ProductCard, shown: string): number | undefined {
  return (price && wholeUnitsIn(shown, price)) || undefined
}

function isWithin({ min = 0, max = Infinity }: Range, value: number | undefined): boolean {
  return value !== undefined && value >= min && value <= max
}

interface Filtered {
  cards: ProductCard[]
  facets: Facets
}

/**
 * Returns the cards that pass a query, in its order, and how many each choice would leave. It ignores dates. Prices are
 * compared in the shown currency.
 */
export function filterCards(cards: ProductCard[], query: ListingQuery, shown: string): Filtered {
  const failedTests = cards.map((card) => testNames.filter((name) => !cardTests[name](card, query, shown)))
  // A filter does not narrow its own counts, so that visitors see the other choices.
  const passingAllBut = (name: TestName) => cards.filter((_, i) => failedTests[i]?.every((missed) => missed === name))
  return {
    cards: sortCards(
      cards.filter((_, i) => failedTests[i]?.length === 0),
      query.sort,
      shown,
    ),
    facets: {
      cities: countFacets(passingAllBut('cities').map(({ city }) => city)),
      categories: countFacets(passingAllBut('categories').flatMap(categoriesOf)),
      guides: countFacets(passingAllBut('guides').flatMap(({ guides = [] }) => guides.map((id) => ({ id })))),
      ratings: ratings.map((from) => ({
        from,
        count: passingAllBut('rating').filter((card) => average(card) >= from).length,
      })),
      freeCancellation: passingAllBut('free').filter(hasFreeCancellation).length,
      pickup: passingAllBut('pickup').filter(({ pickup }) => pickup).length,
      price: priceRangeOf(passingAllBut('price'), shown),
      minutes: rangeOf(passingAllBut('length').map(minutes)),
      currency: shown,
    },
  }
}

/** Sorts cards; those that cannot be booked and those without the value come last in every order. */
function sortCards(cards: ProductCard[], sort: Sort, shown: string): ProductCard[] {
  const value = valueOf(sort, shown)
  return [...cards].sort((a, b) => {
    const open = Number(isBookable(b)) - Number(isBookable(a))
    if (open !== 0) return open
    const [first, second] = [value(a), value(b)]
    return first === second ? 0 : first - second
  })
}

const values: Record<string, (card: ProductCard, shown: string) => number | undefined> = {
  price: priceOf,
  duration: minutes,
  rating: average,
}

function valueOf(sort: Sort, shown: string): (card: ProductCard) => number {
  const descending = sort.startsWith('-')
  const valueOfCard = values[descending ? sort.slice(1) : sort]
  return (card) => {
    const value = valueOfCard?.(card, shown)
    return value ? (descending ? -value : value) : Infinity
  }
}

/** Returns how often each value occurs, the most frequent first, then by id. */
function countFacets(values: (Pick<Named, 'id'> & Partial<Named>)[]): Facet[] {
  const counted = new Map<string, Facet>()
  for (const { id, ...name } of values) {
    const facet = counted.get(id) ?? { value: id, ...name, count: 0 }
    counted.set(id, { ...facet, count: facet.count + 1 })
  }
  return [...counted.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

function rangeOf(values: number[]): Facets['minutes'] {
  const known = values.filter((value) => value > 0)
  return known.length === 0 ? { min: 0, max: 0 } : { min: Math.min(...known), max: Math.max(...known) }
}

/** Returns the span of prices in minor units, as the server does. */
function priceRangeOf(cards: ProductCard[], shown: string): Facets['price'] {
  return rangeOf(cards.map((card) => moneyOf(priceOf(card, shown) ?? 0, shown).amount))
}

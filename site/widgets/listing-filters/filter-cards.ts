import type { components } from '../../features/http/api.gen'
import type { Named, ProductCard } from '../../lib/payload.gen'
import { moneyOf, wholeIn } from './display-currency'
import { minutesOf, ratings, type Range, type Sort, type ListingQuery } from './listing-query'

export type Facets = components['schemas']['Facets']
type Facet = components['schemas']['Facet']

// The filters of internal/search/filter.go; both run the table of internal/search/testdata/filters.json.
type Test = (card: ProductCard, query: ListingQuery, shown: string) => boolean

const tests = {
  price: (card, { price }, shown) => !price || holds(price, priceOf(card, shown)),
  length: (card, { length }) => !length || holds(minutesOf[length], minutes(card)),
  rating: (card, { rating }) => !rating || average(card) >= rating,
  guides: ({ guides = [] }, query) => query.guides.length === 0 || guides.some((guide) => query.guides.includes(guide)),
  cities: ({ city }, { cities }) => cities.length === 0 || cities.includes(city.id),
  categories: (card, { categories }) =>
    categories.length === 0 || categoriesOf(card).some(({ id }) => categories.includes(id)),
  free: (card, { free }) => !free || isFree(card),
  pickup: ({ pickup = false }, query) => !query.pickup || pickup,
} satisfies Record<string, Test>
type FilterName = keyof typeof tests
const names = Object.keys(tests) as FilterName[]

const categoriesOf = ({ category, otherCategories = [] }: ProductCard) => [category, ...otherCategories]
const minutes = ({ duration }: ProductCard) => (duration.minutes ?? 0) + (duration.nights ?? 0) * 24 * 60
const average = ({ rating }: ProductCard) => rating?.average ?? 0
const isFree = ({ freeCancellation = 0 }: ProductCard) => freeCancellation > 0
const isOpen = ({ status }: ProductCard) => !status || status === 'AVAILABLE'

/** Returns a card's price in whole units; undefined if it has none or the rate is unknown. */
function priceOf({ price }: ProductCard, shown: string): number | undefined {
  return (price && wholeIn(shown, price)) || undefined
}

function holds({ min = 0, max = Infinity }: Range, value: number | undefined): boolean {
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
  const misses = cards.map((card) => names.filter((name) => !tests[name](card, query, shown)))
  // A filter does not narrow its own counts, so that visitors see the other choices.
  const but = (name: FilterName) => cards.filter((_, i) => misses[i]?.every((missed) => missed === name))
  return {
    cards: inOrder(
      cards.filter((_, i) => misses[i]?.length === 0),
      query.sort,
      shown,
    ),
    facets: {
      cities: count(but('cities').map(({ city }) => city)),
      categories: count(but('categories').flatMap(categoriesOf)),
      guides: count(but('guides').flatMap(({ guides = [] }) => guides.map((id) => ({ id })))),
      ratings: ratings.map((from) => ({ from, count: but('rating').filter((card) => average(card) >= from).length })),
      freeCancellation: but('free').filter(isFree).length,
      pickup: but('pickup').filter(({ pickup }) => pickup).length,
      price: priceSpan(but('price'), shown),
      minutes: span(but('length').map(minutes)),
      currency: shown,
    },
  }
}

/** Sorts cards; those that cannot be booked and those without the value come last in every order. */
function inOrder(cards: ProductCard[], sort: Sort, shown: string): ProductCard[] {
  const value = valueOf(sort, shown)
  return [...cards].sort((a, b) => {
    const open = Number(isOpen(b)) - Number(isOpen(a))
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
  const read = values[descending ? sort.slice(1) : sort]
  return (card) => {
    const value = read?.(card, shown)
    return value ? (descending ? -value : value) : Infinity
  }
}

/** Returns how often each value occurs, the most frequent first, then by id. */
function count(values: (Pick<Named, 'id'> & Partial<Named>)[]): Facet[] {
  const counted = new Map<string, Facet>()
  for (const { id, ...name } of values) {
    const facet = counted.get(id) ?? { value: id, ...name, count: 0 }
    counted.set(id, { ...facet, count: facet.count + 1 })
  }
  return [...counted.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

function span(values: number[]): Facets['minutes'] {
  const known = values.filter((value) => value > 0)
  return known.length === 0 ? { min: 0, max: 0 } : { min: Math.min(...known), max: Math.max(...known) }
}

/** Returns the span of prices in minor units, as the server does. */
function priceSpan(cards: ProductCard[], shown: string): Facets['price'] {
  return span(cards.map((card) => moneyOf(priceOf(card, shown) ?? 0, shown).amount))
}

import type { components } from '../../features/http/api.gen'
import type { Money, ProductCard } from '../../lib/payload.gen'
import { minutesOf, ratings, type Range, type Sort, type Wish } from './wish'

export type Facets = components['schemas']['Facets']
type Facet = components['schemas']['Facet']

/** Gives amounts in the currency that is shown, in whole units of it; undefined where they cannot be had in it. */
export interface Tender {
  currency: string
  exponent: number
  amountOf: (price: Money) => number | undefined
}

// What each filter asks of a card. The same as internal/search/filter.go does, which answers where these cannot.
type Asked = 'price' | 'length' | 'rating' | 'guides' | 'cities' | 'categories' | 'free' | 'pickup'
type Test = (card: ProductCard, wish: Wish, tender: Tender) => boolean

const tests: Record<Asked, Test> = {
  price: (card, { price }, tender) => !price || holds(price, priceOf(card, tender)),
  length: (card, { length }) => !length || holds(minutesOf[length], minutes(card)),
  rating: (card, { rating }) => !rating || average(card) >= rating,
  guides: ({ guides = [] }, wish) => wish.guides.length === 0 || guides.some((guide) => wish.guides.includes(guide)),
  cities: ({ city }, { cities }) => cities.length === 0 || cities.includes(city.id),
  categories: ({ category }, { categories }) => categories.length === 0 || categories.includes(category.id),
  free: (card, { free }) => !free || isFree(card),
  pickup: ({ pickup = false }, wish) => !wish.pickup || pickup,
}
const asked = Object.keys(tests) as Asked[]

const minutes = ({ duration }: ProductCard) => (duration.minutes ?? 0) + (duration.nights ?? 0) * 24 * 60
const average = ({ rating }: ProductCard) => rating?.average ?? 0
const isFree = ({ freeCancellation = 0 }: ProductCard) => freeCancellation > 0
const isOpen = ({ status }: ProductCard) => !status || status === 'AVAILABLE'

function priceOf({ price }: ProductCard, { amountOf }: Tender): number | undefined {
  return price && amountOf(price)
}

function holds({ min = 0, max = Infinity }: Range, value: number | undefined): boolean {
  return value !== undefined && value >= min && value <= max
}

interface Arranged {
  cards: ProductCard[]
  facets: Facets
}

/** The cards that a wish leaves, in its order, and how many each choice would leave. Dates are not looked at. */
export function arrange(cards: ProductCard[], wish: Wish, tender: Tender): Arranged {
  const misses = cards.map((card) => asked.filter((name) => !tests[name](card, wish, tender)))
  // A filter does not narrow its own counts, so that visitors see what else there is to choose.
  const but = (name: Asked) => cards.filter((_, i) => misses[i]?.every((missed) => missed === name))
  return {
    cards: inOrder(
      cards.filter((_, i) => misses[i]?.length === 0),
      wish.sort,
      tender,
    ),
    facets: {
      cities: count(but('cities').map(({ city: { id, name } }) => ({ value: id, name }))),
      categories: count(but('categories').map(({ category: { id, name } }) => ({ value: id, name }))),
      guides: count(but('guides').flatMap(({ guides = [] }) => guides.map((value) => ({ value })))),
      ratings: ratings.map((from) => ({ from, count: but('rating').filter((card) => average(card) >= from).length })),
      freeCancellation: but('free').filter(isFree).length,
      pickup: but('pickup').filter(({ pickup }) => pickup).length,
      price: priceSpan(but('price'), tender),
      minutes: span(but('length').map(minutes)),
      currency: tender.currency,
    },
  }
}

/** What cannot be booked stands last in every order, and so does what has no such value. */
function inOrder(cards: ProductCard[], sort: Sort, tender: Tender): ProductCard[] {
  const value = valueOf(sort, tender)
  return [...cards].sort((a, b) => {
    const open = Number(isOpen(b)) - Number(isOpen(a))
    if (open !== 0) return open
    const [first, second] = [value(a), value(b)]
    return first === second ? 0 : first - second
  })
}

function valueOf(sort: Sort, tender: Tender): (card: ProductCard) => number {
  const orLast = (value: number | undefined, sign: 1 | -1) => (value ? sign * value : Infinity)
  switch (sort) {
    case 'price':
      return (card) => orLast(priceOf(card, tender), 1)
    case '-price':
      return (card) => orLast(priceOf(card, tender), -1)
    case 'duration':
      return (card) => orLast(minutes(card), 1)
    case '-duration':
      return (card) => orLast(minutes(card), -1)
    case '-rating':
      return (card) => -average(card)
    case 'relevance':
      return () => 0
  }
}

/** How often each value occurs, the most frequent first. */
function count(values: Omit<Facet, 'count'>[]): Facet[] {
  const counted = new Map<string, Facet>()
  for (const value of values) {
    const facet = counted.get(value.value) ?? { ...value, count: 0 }
    counted.set(value.value, { ...facet, count: facet.count + 1 })
  }
  return [...counted.values()].sort((a, b) => b.count - a.count)
}

function span(values: number[]): Facets['minutes'] {
  const known = values.filter((value) => value > 0)
  return known.length === 0 ? { min: 0, max: 0 } : { min: Math.min(...known), max: Math.max(...known) }
}

/** In minor units, as the server gives it. */
function priceSpan(cards: ProductCard[], tender: Tender): Facets['price'] {
  return span(cards.map((card) => Math.round((priceOf(card, tender) ?? 0) * 10 ** tender.exponent)))
}

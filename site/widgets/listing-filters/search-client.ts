import { api } from '../../features/http/api'
import type { components } from '../../features/http/api.gen'
import { currency } from '../../lib/money/currency'
import type { PlaceCard, ProductCard } from '../../lib/payload.gen'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'
import { moneyOf } from './display-currency'
import type { Facets } from './filter-cards'
import { minutesOfLength, type ListingQuery } from './listing-query'

type Schemas = components['schemas']

/** A city or a category that a text names. */
export interface Destination {
  kind: Schemas['FoundPlace']['kind']
  card: Pick<PlaceCard, 'slug' | 'address' | 'title' | 'count'>
}

/** Found is the first pages of the results, with their total and facets. */
export interface Found {
  total: number
  cards: ProductCard[]
  facets: Facets
  places?: Destination[]
  /** Something was found only by forgiving typing errors. */
  inexact?: boolean
  /** No product has every word that was searched for; these have some. */
  partial?: boolean
  /** The server did not answer for the day that was chosen: the results are for any day. */
  dateUnknown?: boolean
}

/** Find returns the first pages of the results of a query, as many as it says. */
export type Find = (query: ListingQuery, signal: AbortSignal) => Found | Promise<Found>

/** Scope is the subject of a list: the search text, or a destination. */
interface Scope {
  text?: string
  city?: string
  category?: string
}

/** The number of cards of a page of results. */
export const pageSize = 24

/** Returns the function that searches on the server; it caches the pages of results. */
export function createSearch(scope: Scope): Find {
  const pages = new Map<string, Schemas['SearchResults']>()
  const fetchPage = async (query: object, signal: AbortSignal) => {
    const key = JSON.stringify(query)
    const page = pages.get(key) ?? (await api('GET', '/search', { query: { ...query, pageSize }, signal }))
    pages.set(key, page)
    return page
  }
  return async (query, signal) => {
    const numbers = Array.from({ length: query.page }, (_, i) => i + 1)
    const parameters = parametersOf(scope, query)
    const [first, ...others] = await Promise.all(numbers.map((page) => fetchPage({ ...parameters, page }, signal)))
    if (!first) throw new Error('no page')
    const products = [first, ...others].flatMap((answer) => answer.products)
    return { ...first, cards: uniqueProducts(products as ProductCard[]) }
  }
}

function parametersOf(scope: Scope, query: ListingQuery) {
  const shown = currency()
  const minor = (amount: number | undefined) => amount && moneyOf(amount, shown).amount
  const length = query.length && minutesOfLength[query.length]
  return {
    q: scope.text,
    city: scope.city ? [scope.city] : query.cities,
    category: scope.category ? [scope.category] : query.categories,
    guide: query.guides,
    priceMin: minor(query.price?.min),
    priceMax: minor(query.price?.max),
    minutesMin: length?.min,
    minutesMax: length?.max,
    rating: query.rating,
    freeCancellation: query.free || undefined,
    pickup: query.pickup || undefined,
    date: query.date,
    currency: shown || undefined,
    sort: query.sort,
  }
}

/** Returns each product once: it may have moved from one page to the next between two answers. */
export function uniqueProducts(cards: ProductCard[]): ProductCard[] {
  return [...new Map(cards.map((card) => [card.slug, card])).values()]
}

/** Returns cities and categories for visitors who have found nothing. */
export async function fetchPopularPlaces(signal: AbortSignal): Promise<Destination[]> {
  const { cities, categories } = await api('GET', '/search/suggestions', { signal })
  const of = (kind: Destination['kind'], cards: Schemas['PlaceCard'][]) => cards.map((card) => ({ kind, card }))
  return [...of('city', cities), ...of('category', categories)]
}

/** Returns the path of a place's listing. */
export function placePath({ kind, card }: Destination): string {
  return kind === 'city' ? cityPath(card) : categoryPath(card)
}

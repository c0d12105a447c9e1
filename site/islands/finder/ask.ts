import { api } from '../../features/http/api'
import type { components } from '../../features/http/api.gen'
import type { PlaceCard, ProductCard } from '../../lib/payload.gen'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'
import type { Facets, Tender } from './arrange'
import { minutesOf, type Wish } from './wish'

type Schemas = components['schemas']

/** A city or a category that a text names. */
export interface Place {
  kind: Schemas['FoundPlace']['kind']
  card: Pick<PlaceCard, 'slug' | 'title' | 'count'>
}

/** What was found, as much of it as was asked for. */
export interface Found {
  total: number
  cards: ProductCard[]
  facets: Facets
  places: Place[]
  /** Something was found only by forgiving typing errors. */
  inexact: boolean
  /** No product has every word that was searched for; these have some. */
  partial: boolean
}

/** What a list is of: the words that were searched for, or a place. */
interface Scope {
  text?: string
  city?: string
  category?: string
}

/** How many cards are shown at once, and how many more each time. */
export const pageSize = 24

type Answer = Promise<Schemas['SearchResults']>

/** Asks the server for lists, and remembers the pages that it has given. */
export class Asking {
  readonly #pages = new Map<string, Answer>()

  /** The first pages of what is wished for, as many as the wish says. */
  async find(scope: Scope, wish: Wish, tender: Tender, signal: AbortSignal): Promise<Found> {
    const numbers = Array.from({ length: wish.page }, (_, i) => i + 1)
    const query = queryOf(scope, wish, tender)
    const [first, ...others] = await Promise.all(numbers.map((page) => this.#page({ ...query, page }, signal)))
    if (!first) throw new Error('a wish has one page at least')
    const { total, facets, places, inexact, partial } = first
    const products = [first, ...others].flatMap((answer) => answer.products)
    return { total, facets, places, inexact, partial, cards: unique(products as ProductCard[]) }
  }

  #page(query: object, signal: AbortSignal): Answer {
    const key = JSON.stringify(query)
    let answer = this.#pages.get(key)
    if (!answer) {
      answer = api('GET', '/search', { query: { ...query, pageSize }, signal })
      this.#pages.set(key, answer)
      answer.catch(() => this.#pages.delete(key))
    }
    return answer
  }
}

function queryOf(scope: Scope, wish: Wish, { currency, exponent }: Tender) {
  const minor = (amount: number | undefined) => amount && Math.round(amount * 10 ** exponent)
  const length = wish.length && minutesOf[wish.length]
  return {
    q: scope.text,
    city: scope.city ? [scope.city] : wish.cities,
    category: scope.category ? [scope.category] : wish.categories,
    guide: wish.guides,
    priceMin: minor(wish.price?.min),
    priceMax: minor(wish.price?.max),
    minutesMin: length?.min,
    minutesMax: length?.max,
    rating: wish.rating,
    freeCancellation: wish.free || undefined,
    pickup: wish.pickup || undefined,
    date: wish.date,
    currency: currency || undefined,
    sort: wish.sort,
  }
}

/** A product that has moved between two answers is shown once: lists are keyed by it. */
export function unique(cards: ProductCard[]): ProductCard[] {
  return [...new Map(cards.map((card) => [card.slug, card])).values()]
}

/** Cities and categories for those who have found nothing, or have asked for nothing yet. */
export async function findPlaces(signal: AbortSignal): Promise<Place[]> {
  const { cities, categories } = await api('GET', '/search/suggestions', { signal })
  const of = (kind: Place['kind'], cards: Schemas['PlaceCard'][]) => cards.map((card) => ({ kind, card }))
  return [...of('city', cities), ...of('category', categories)]
}

/** Where a place's listing is. */
export function placePath({ kind, card: { slug } }: Place): string {
  return kind === 'city' ? cityPath(slug) : categoryPath(slug)
}

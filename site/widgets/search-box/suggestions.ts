import { api } from '../../features/http/api'
import { dot, formatCount, formatDuration } from '../../lib/i18n/format'
import { formatPrice } from '../../lib/money/price'
import type { Image, PlaceCard, ProductCard } from '../../lib/payload.gen'
import { href, site, t } from '../../lib/site'
import { searchSegment } from '../../lib/navigation/routes'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'

/** One row to choose. */
export interface Suggestion {
  href: string
  name: string
  /** One fact: the number of experiences of a place, or the city of an experience. */
  fact?: string
  price?: string
  image?: Image
}

export interface Group {
  title: string
  choices: Suggestion[]
}

const maxPlaces = 3
const maxProducts = 4
const maxPopular = 6

/** Fetches the suggestions for a text, by kind, without empty kinds; before anything is typed, popular ones. */
export async function fetchSuggestions(text: string, signal: AbortSignal): Promise<Group[]> {
  const query = { q: text, limit: maxProducts }
  // The next letter sends another request, so that a retry is not needed.
  const found = await api('GET', '/search/suggestions', { query, signal, retryOn: [] })
  const destinations = { title: t('nav.destinations'), choices: placeSuggestions(found.cities, cityPath) }
  const groups = text
    ? [
        destinations,
        { title: t('nav.categories'), choices: placeSuggestions(found.categories, categoryPath) },
        { title: t('search.experiences'), choices: found.products.map(productSuggestion) },
      ]
    : [{ title: t('search.popular'), choices: found.popular.slice(0, maxPopular).map(searchSuggestion) }, destinations]
  return groups.filter(({ choices }) => choices.length > 0)
}

function searchSuggestion(text: string): Suggestion {
  return { href: href(`/search/${searchSegment(text)}`), name: text }
}

function placeSuggestions(cards: PlaceCard[], path: (card: PlaceCard) => string): Suggestion[] {
  return cards.slice(0, maxPlaces).map((card) => ({
    href: href(path(card)),
    name: card.title,
    fact: t('listing.count', { count: card.count, n: formatCount(card.count) }),
    image: card.image,
  }))
}

function productSuggestion(card: ProductCard): Suggestion {
  const { productHref } = site()
  const { title, city, duration, status, image, price } = card
  const facts: Partial<Record<typeof status, string>> = { SOLD_OUT: t('card.soldOut'), CLOSED: t('card.closed') }
  const fact = facts[status] ?? formatDuration(duration)
  return {
    href: productHref(card),
    name: title,
    fact: city.name + dot + fact,
    price: price && t('search.priceFrom', { price: formatPrice(price) }),
    image,
  }
}

import { api } from '../../lib/api'
import type { components } from '../../lib/api.gen'
import { formatCount, formatDuration } from '../../lib/format'
import type { Image, PlaceCard, ProductCard } from '../../lib/payload.gen'
import { site } from '../../lib/site'

/** One row to choose. */
export interface Choice {
  href: string
  name: string
  fact: string
  image: Image
}

export interface Group {
  title: string
  choices: Choice[]
}

const ofEachKind = 4

/** What a text may become, by kind; a kind without any is left out. A text that is to be found out later is no failure. */
export async function suggest(text: string, signal: AbortSignal): Promise<Group[]> {
  const { t, href } = site()
  const query = { q: text, limit: ofEachKind }
  // The next letter asks again; whoever types does not wait for a second try.
  const found = await api<components['schemas']['Suggestions']>('/search/suggestions', { query, signal, retry: 0 })
  const groups = [
    { title: t('nav.destinations'), choices: found.cities.map((card) => place(card, `/things-to-do-in-${card.slug}`)) },
    { title: t('nav.categories'), choices: found.categories.map((card) => place(card, `/${card.slug}`)) },
    { title: t('search.experiences'), choices: found.products.map(product) },
  ]
  return groups.filter(({ choices }) => choices.length > 0)

  function place({ title, image, count }: PlaceCard, path: string): Choice {
    return { href: href(path), name: title, fact: t('listing.count', { count, n: formatCount(count) }), image }
  }
}

function product(card: ProductCard): Choice {
  const { t, productHref } = site()
  const { slug, title, city, duration, status, image } = card
  const facts = { SOLD_OUT: t('card.soldOut'), CLOSED: t('card.closed') }
  const fact = facts[status as keyof typeof facts] ?? formatDuration(duration)
  return { href: productHref({ slug, city: city.id }), name: title, fact: `${city.name} · ${fact}`, image }
}

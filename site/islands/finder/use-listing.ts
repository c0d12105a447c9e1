import { useState } from 'react'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'
import { useRequest } from '../../features/http/use-request'
import { arrange } from './arrange'
import { Asking, pageSize, type Found } from './ask'
import { gatherCards, mostPages } from './gather'
import type { ListedPage } from './listed-page'
import { shownTender } from './tender'
import type { Finding } from './use-found'
import { writeWish, type Wish } from './wish'

/** What a listing has of a wish: from the files of its pages where these are few, else, and for what changes by the hour, from the server. */
export function useListing(listing: ListedPage, wish: Wish): Finding {
  const [asking] = useState(() => new Asking())
  const tender = shownTender()
  const few = listing.pages <= mostPages
  const gathering = useRequest(few ? listing.base : null, (signal) => gatherCards(listing, signal))
  const cards = gathering.data
  // Which starts are left, and until when they can be cancelled, only the server knows.
  const live = wish.date !== undefined || wish.free
  const key = live || !few || gathering.problem ? `${writeWish(wish)} in ${tender.currency}` : null
  const asked = useRequest(key, (signal) => asking.find(scopeOf(listing), wish, tender, signal))
  const own = () => {
    if (!cards) return undefined
    const { cards: all, facets } = arrange(cards, wish, tender)
    const shown = all.slice(0, wish.page * pageSize)
    return { total: all.length, cards: shown, facets, places: [], inexact: false, partial: false } satisfies Found
  }
  if (key === null) return { found: own(), pending: gathering.pending, retry: gathering.retry }
  const { data, last, problem, pending, retry } = asked
  // Of dates the server alone knows; the rest is known here.
  const dateUnknown = problem !== undefined && data === undefined && wish.date !== undefined && cards !== undefined
  if (dateUnknown) return { found: own(), pending, dateUnknown, retry }
  return { found: data ?? last ?? own(), pending: pending && !data, problem: data ? undefined : problem, retry }
}

function scopeOf({ of, base }: ListedPage) {
  if (of === 'city') return { city: base.slice(cityPath('').length) }
  return of === 'category' ? { category: base.slice(categoryPath('').length) } : {}
}

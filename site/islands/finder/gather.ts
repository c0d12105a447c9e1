import { fetchPayload } from '../../lib/navigation/page-payload'
import type { ProductCard } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { unique } from './ask'
import type { ListedPage } from './listed-page'

/** Longer listings are asked of the server. */
export const mostPages = 10

/** Every card of a listing, in its order, from the files of its pages. */
export async function gatherCards(
  { base, number, pages, cards }: ListedPage,
  signal: AbortSignal,
): Promise<ProductCard[]> {
  const numbers = Array.from({ length: pages }, (_, i) => i + 1)
  const lists = await Promise.all(numbers.map((n) => (n === number ? cards : fetchCards(base, n, signal))))
  return unique(lists.flat())
}

async function fetchCards(base: string, number: number, signal: AbortSignal): Promise<ProductCard[]> {
  const path = number === 1 ? base : `${base}/page/${number}`
  const payload = await fetchPayload(`${site().href(path)}/_payload.json`, signal)
  if (payload?.kind !== 'listing') throw new Error(`${path} is no listing`)
  return payload.cards
}

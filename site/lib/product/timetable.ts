import type { ProductCard } from '../payload.gen'

/**
 * Products by when they first start on an ordinary day; those without a start of their own come last. In runs of `run`,
 * so that none changes its place when more of them are added at the end.
 */
export function timetable(cards: readonly ProductCard[], run = cards.length): ProductCard[] {
  const sorted: ProductCard[] = []
  for (let at = 0; at < cards.length; at += run) {
    sorted.push(...cards.slice(at, at + run).sort((a, b) => compare(firstStart(a), firstStart(b))))
  }
  return sorted
}

/** After every "23:59" where there is none. */
function firstStart({ startTimes }: ProductCard): string {
  return startTimes?.[0] ?? '24'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

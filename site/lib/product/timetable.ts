import type { ProductCard } from '../payload.gen'

/**
 * Sorts products by their first published start; those without start times come last. It sorts in batches of
 * `batchSize`, so that shown products keep their places when more are added.
 */
export function sortByFirstStart(cards: readonly ProductCard[], batchSize = cards.length): ProductCard[] {
  const sorted: ProductCard[] = []
  for (let at = 0; at < cards.length; at += batchSize) {
    sorted.push(...cards.slice(at, at + batchSize).sort((a, b) => compare(firstStart(a), firstStart(b))))
  }
  return sorted
}

/** Returns a product's first start time; without one, a text that sorts after "23:59". */
function firstStart({ startTimes }: ProductCard): string {
  return startTimes?.[0] ?? '24'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

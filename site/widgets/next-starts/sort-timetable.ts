import type { ProductStarts } from './starts'

const day = 86_400_000

/**
 * Sorts the rows of a timetable by their next start; sold out and closed ones come last. Rows without known starts keep
 * their order after those that start. A list that grows is sorted in batches, so that rows which were read do not move.
 * Rows move only within their list, which React tolerates.
 */
export function sortTimetable(list: HTMLElement, known: (slug: string) => ProductStarts | undefined): void {
  const rows = [...list.children]
  const batchSize = Number(list.dataset.timetable) || rows.length
  const sorted: Element[] = []
  for (let at = 0; at < rows.length; at += batchSize) {
    const keys = new Map(rows.slice(at, at + batchSize).map((row) => [row, sortKey(row, known)]))
    sorted.push(...[...keys.keys()].sort((a, b) => compare(keys.get(a) ?? '', keys.get(b) ?? '')))
  }
  sorted.forEach((row, at) => {
    const there = list.children[at]
    if (there && there !== row) list.insertBefore(row, there)
  })
}

function sortKey(row: Element, known: (slug: string) => ProductStarts | undefined): string {
  const slug = row.querySelector<HTMLElement>('[data-starts]')?.dataset.starts
  const card = slug === undefined ? undefined : known(slug)
  if (!card) return '2'
  const [first] = card.starts
  if (!first) return card.status === 'SOLD_OUT' || card.status === 'CLOSED' ? '4' : '3'
  const daysAhead = Math.round((Date.parse(first.date) - Date.parse(card.today)) / day)
  return `1 ${String(daysAhead).padStart(4, '0')} ${first.startTime ?? first.openingHours?.[0]?.from ?? ''}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

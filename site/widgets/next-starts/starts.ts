import { api, type Schemas } from '../../features/http/api'
import { createElement } from '../../lib/browser/element'
import { dot, formatDayShort, formatTime } from '../../lib/i18n/format'
import { t } from '../../lib/site'

export type ProductStarts = Schemas['ProductStarts']
export type Start = Schemas['Start']

// The server's limit for one request.
const maxPerRequest = 24
// Seats are sold meanwhile, and the day may change.
const maxAge = 5 * 60_000

const cache = new Map<string, { starts: ProductStarts; at: number }>()

/** Returns the next starts of a product, if they were fetched. */
export function knownStarts(slug: string): ProductStarts | undefined {
  return cache.get(slug)?.starts
}

/** Fetches the next starts of products by slug, unless they are known. */
export async function fetchStarts(slugs: string[]): Promise<void> {
  const unknown = [...new Set(slugs)].filter((slug) => Date.now() - (cache.get(slug)?.at ?? -maxAge) >= maxAge)
  unknown.forEach((slug) => cache.delete(slug))
  const batches = []
  for (let n = 0; n < unknown.length; n += maxPerRequest) batches.push(fetchBatch(unknown.slice(n, n + maxPerRequest)))
  await Promise.all(batches)
}

async function fetchBatch(slugs: string[]): Promise<void> {
  try {
    const query = { products: slugs }
    const { products } = await api('GET', '/starts', { query })
    for (const starts of products) cache.set(starts.product, { starts, at: Date.now() })
  } catch {
    // The published times stay.
  }
}

/** Returns the line on when a product starts next: the day and its times, with the seats left if the first has few. */
export function startsText({ starts, today, status, more }: ProductStarts): (Node | string)[] {
  const [first] = starts
  if (!first) return [t(status === 'SOLD_OUT' ? 'starts.soldOut' : 'starts.none')]
  const line: (Node | string)[] = [
    // The no-break space keeps the day and its time on one line.
    createElement('bdi', { class: 'starts-day' }, `${dayOf(first.date, today)}\u00a0`),
    createElement('bdi', { class: first.startTime ? 'starts-time' : 'starts-time starts-hours' }, timesOf(first)),
  ]
  if (first.status === 'LIMITED') {
    line.push(' ', createElement('span', { class: 'starts-left' }, t('ticket.left', { count: first.vacancies })))
  }
  const later = starts
    .slice(1)
    .filter(({ date }) => date === first.date)
    .map(timesOf)
  if (more > 0) later.push(t('starts.more', { count: more }))
  for (const words of later) {
    const and = createElement('span', { class: 'starts-and' }, dot)
    line.push(createElement('span', { class: 'starts-more' }, and, createElement('bdi', {}, words)))
  }
  return line
}

/** Returns a day as "today", "tomorrow" or a date. */
function dayOf(day: string, today: string): string {
  if (day === today) return t('starts.today')
  const ahead = (Date.parse(day) - Date.parse(today)) / 86_400_000
  return ahead === 1 ? t('starts.tomorrow') : formatDayShort(day)
}

function timesOf({ startTime = '', openingHours = [] }: Start): string {
  const between = ({ from, to }: { from: string; to: string }) =>
    t('facts.between', { from: formatTime(from), to: formatTime(to) })
  return startTime ? formatTime(startTime) : openingHours.map(between).join(dot)
}

// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { sortTimetable } from './sort-timetable'
import type { ProductStarts } from './starts'

const today = '2026-11-26'
const startsAt = (date?: string, startTime = ''): ProductStarts => ({
  product: '',
  timeZone: 'UTC',
  today,
  status: date ? 'AVAILABLE' : 'SOLD_OUT',
  starts: date
    ? [{ date, startTime: startTime || undefined, startsAt: `${date}T10:00:00Z`, status: 'AVAILABLE', vacancies: 4 }]
    : [],
  more: 0,
})

function timetableOf(slugs: string[], run = 0): HTMLElement {
  const list = document.createElement('ul')
  list.dataset.timetable = String(run)
  list.innerHTML = slugs.map((slug) => `<li id="${slug}"><p data-starts="${slug}"></p></li>`).join('')
  return list
}
const order = (list: HTMLElement) => [...list.children].map(({ id }) => id).join(' ')

const known: Record<string, ProductStarts> = {
  late: startsAt(today, '17:00'),
  soon: startsAt(today, '15:30'),
  tomorrow: startsAt('2026-11-27', '08:30'),
  full: startsAt(),
}
const find = (slug: string) => known[slug]

it('a timetable lists products by next start, then those without an answer, then sold-out ones', () => {
  const list = timetableOf(['full', 'tomorrow', 'unknown', 'late', 'soon'])
  sortTimetable(list, find)
  expect(order(list)).toBe('soon late tomorrow unknown full')
})

it('a timetable that loads in batches is sorted within each batch', () => {
  const list = timetableOf(['tomorrow', 'late', 'full', 'soon'], 2)
  sortTimetable(list, find)
  expect(order(list)).toBe('late tomorrow soon full')
})

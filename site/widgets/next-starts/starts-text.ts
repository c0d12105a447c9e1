import { element } from '../../lib/browser/element'
import { formatDayShort, formatTime } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import type { ProductStarts, Start } from './starts'

/** Returns the line on when a product starts next: the day and its times, with the seats left if the first has few. */
export function startsText({ starts, today, status }: ProductStarts): (Node | string)[] {
  const [first] = starts
  if (!first) return [t(status === 'SOLD_OUT' ? 'starts.soldOut' : 'starts.none')]
  const line: (Node | string)[] = [
    element('bdi', { class: 'starts-day' }, dayOf(first.date, today)),
    ' ',
    element('bdi', { class: first.startTime ? 'starts-time' : 'starts-time starts-hours' }, timesOf(first)),
  ]
  if (first.status === 'LIMITED') {
    line.push(' ', element('span', { class: 'starts-left' }, t('ticket.left', { count: first.vacancies })))
  }
  for (const start of starts.slice(1)) {
    if (start.date !== first.date) continue
    line.push(element('span', { class: 'starts-and' }, ' · '), element('bdi', {}, timesOf(start)))
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
  return startTime ? formatTime(startTime) : openingHours.map(between).join(' · ')
}

import { formatDayShort, formatTime } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import type { ProductStarts, Start } from './starts'

/** One line of when a product starts next: the day, then its times, of the first of which it says when few seats are left. */
export function wordsOf({ starts, today, status }: ProductStarts): (Node | string)[] {
  const { t } = site()
  const [first] = starts
  if (!first) return [t(status === 'SOLD_OUT' ? 'starts.soldOut' : 'starts.none')]
  const words: (Node | string)[] = [
    isolated(dayOf(first.date, today), 'starts-day'),
    ' ',
    isolated(timesOf(first), first.startTime ? 'starts-time' : 'starts-time starts-hours'),
  ]
  if (first.status === 'LIMITED') words.push(' ', marked('starts-left', t('ticket.left', { count: first.vacancies })))
  for (const start of starts.slice(1)) {
    if (start.date === first.date) words.push(marked('starts-and', ' · '), isolated(timesOf(start)))
  }
  return words
}

/** A day as people at the destination call it today. */
function dayOf(day: string, today: string): string {
  const { t } = site()
  if (day === today) return t('starts.today')
  const ahead = (Date.parse(day) - Date.parse(today)) / 86_400_000
  return ahead === 1 ? t('starts.tomorrow') : formatDayShort(day)
}

function timesOf({ startTime = '', openingHours = [] }: Start): string {
  const between = ({ from, to }: { from: string; to: string }) =>
    site().t('facts.between', { from: formatTime(from), to: formatTime(to) })
  return startTime ? formatTime(startTime) : openingHours.map(between).join(' · ')
}

function marked(className: string, text: string): HTMLElement {
  const words = document.createElement('span')
  words.className = className
  words.textContent = text
  return words
}

/** Runs its own way, whatever stands beside it. */
function isolated(text: string, className = ''): HTMLElement {
  const words = document.createElement('bdi')
  words.className = className
  words.textContent = text
  return words
}

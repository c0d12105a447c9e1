import { t } from '../site'

const hour = 60
const day = 24 * hour

/**
 * Returns minutes as text for the middle of a sentence ("up to 2 days before"): whole days from two on, else whole
 * hours, else minutes. Arabic inflects it, unlike `formatDuration`.
 */
export function formatSpan(minutes: number): string {
  if (minutes % day === 0 && minutes >= 2 * day) return t('span.days', { count: minutes / day })
  if (minutes % hour === 0) return t('span.hours', { count: minutes / hour })
  return t('span.minutes', { count: minutes })
}

import type { components } from '../http/api.gen'
import { formatDeadline, localClock } from '../../lib/i18n/format'
import { site } from '../../lib/site'

export type CancellationTerms = components['schemas']['CancellationTerms']

/** Where a deadline's clock stands. */
export interface LocalClock {
  timeZone: string
  /** The city, in the page's language. */
  name: string
}

interface Line {
  /** It costs the visitor nothing. */
  good: boolean
  text: string
}

/**
 * The server's cancellation terms as sentences, the one that holds first first. Deadlines are by the destination's clock,
 * which is named where the visitor's shows another time. Steps that end while the page is open are left out.
 */
export function termLines({ freeUntil, steps }: CancellationTerms, place: LocalClock, now = Date.now()): Line[] {
  const { t } = site()
  const lines: Line[] = []
  if (freeUntil === 'confirmation') lines.push({ good: true, text: t('cancellation.untilConfirmation') })
  if (freeUntil === 'payment') lines.push({ good: true, text: t('cancellation.untilPayment') })
  for (const { percent, until } of steps) {
    if (Date.parse(until) < now) continue
    const moment = deadlineAt(until, place)
    lines.push(
      percent === 100
        ? { good: true, text: t('cancellation.freeUntil', { moment }) }
        : { good: false, text: t('cancellation.backUntil', { percent, moment }) },
    )
  }
  if (lines.length === 0) return [{ good: false, text: t('cancellation.not') }]
  return [...lines, { good: false, text: t('cancellation.notAfter') }]
}

/** An instant by the destination's clock, which is named where the visitor's shows another time. */
export function deadlineAt(instant: string, { timeZone, name }: LocalClock): string {
  const moment = formatDeadline(instant, timeZone)
  const sameClock = localClock(instant, timeZone) === localClock(instant)
  return sameClock ? moment : site().t('cancellation.placeTime', { moment, place: name })
}

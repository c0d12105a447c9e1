import type { components } from '../http/api.gen'
import { serverNow } from '../http/server-time'
import { timeAt } from '../../lib/i18n/clock'
import { formatDeadline } from '../../lib/i18n/format'
import type { CancellationLine } from '../../lib/i18n/cancellation-policy'
import { t } from '../../lib/site'

export type CancellationTerms = components['schemas']['CancellationTerms']

/** LocalClock is the place in whose time zone a deadline is. */
export interface LocalClock {
  timeZone: string
  /** The city, in the page's language. */
  name: string
}

/**
 * Returns the server's cancellation terms as sentences, in the order of time: "Free cancellation until Fri 27 Nov,
 * 15:00". Deadlines follow the destination's clock, which is named if the visitor's shows another time. Past steps are
 * left out.
 */
export function deadlineLines(
  { freeUntil, steps }: CancellationTerms,
  place: LocalClock,
  now = serverNow(),
): CancellationLine[] {
  const lines: CancellationLine[] = []
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

/** Returns an instant by the destination's clock, which is named if the visitor's shows another time. */
export function deadlineAt(instant: string, { timeZone, name }: LocalClock): string {
  const moment = formatDeadline(instant, timeZone)
  const at = Date.parse(instant)
  const sameClock = timeAt(at, timeZone) === timeAt(at)
  return sameClock ? moment : t('cancellation.placeTime', { moment, place: name })
}

import type { CancellationTier } from '../payload.gen'
import { formatSpan } from './span'
import { t } from '../site'

/** A sentence on the cancellation of a booking. */
export interface CancellationLine {
  /** The cancellation is free. */
  good: boolean
  text: string
}

/**
 * Returns the rules of cancellation tiers for pages without a date: "Free cancellation up to 24 hours before", then the
 * penalty from each moment on, earliest first. No tiers mean non-refundable. The deadlines of a start come from the
 * server (`cancellation-deadlines.ts`).
 */
export function policyLines(tiers: CancellationTier[]): CancellationLine[] {
  const [first, ...rest] = [...tiers].sort((a, b) => b.before - a.before)
  if (!first) return [{ good: false, text: t('cancellation.none') }]
  const span = formatSpan(first.before)
  if (first.refund === 100 && first.before === 0) return [{ good: true, text: t('cancellation.freeAlways') }]
  const lines: CancellationLine[] = [
    first.refund === 100
      ? { good: true, text: t('cancellation.free', { span }) }
      : { good: false, text: t('cancellation.refund', { span, percent: first.refund }) },
  ]
  let from = first
  for (const tier of rest) {
    lines.push({
      good: false,
      text: t('cancellation.penalty', { span: formatSpan(from.before), percent: 100 - tier.refund }),
    })
    from = tier
  }
  if (from.before > 0) lines.push({ good: false, text: t('cancellation.noneAfter', { span: formatSpan(from.before) }) })
  return lines
}

import { addDays, dayAt, horizonDays, type Day } from '../../lib/i18n/clock'
import type { Counts } from './counts'
import type { Schedule } from '../../lib/payload.gen'
import { recall, remember, searchedDateKey } from '../../lib/browser/storage'
import { firstDraft, fitLength, fitUnits, type Draft } from './ticket-draft'
import { isOpen } from './schedule'
import { draftName } from './has-draft'
import type { TicketProduct } from './ticket-product'

/** Keeps a draft across a reload of this tab, its option by id. */
export function keepDraft(product: TicketProduct, draft: Draft): void {
  remember(draftName('ticket', product), { ...draft, option: draft.option.id })
}

export function forgetDraft(product: TicketProduct): void {
  remember(draftName('ticket', product), undefined)
}

/** Returns the draft that this tab has kept, as far as the catalogue still offers it; else undefined. */
export function keptDraft(product: TicketProduct, now: number): Draft | undefined {
  const kept = recall(draftName('ticket', product))
  if (!isRecord(kept)) return undefined
  const option = product.options.find(({ id }) => id === kept.option)
  if (!option) return undefined
  const date = isOffered(product, option.schedule, kept.date, now) ? kept.date : undefined
  return {
    ...firstDraft(product, option),
    date,
    startTime: date && typeof kept.startTime === 'string' ? kept.startTime : undefined,
    units: fitUnits(option, validCounts(kept.units)),
    extras: validCounts(kept.extras),
    length: fitLength(product, option, Number.isInteger(kept.length) ? Number(kept.length) : 1),
  }
}

/** Returns the draft with the date that its visitor searched for, unless another is chosen or nothing starts on it. */
export function withSearchedDate(product: TicketProduct, draft: Draft, now: number): Draft {
  const date = recall(searchedDateKey)
  return !draft.date && isOffered(product, draft.option.schedule, date, now) ? { ...draft, date } : draft
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isOffered({ timeZone }: TicketProduct, schedule: Schedule, day: unknown, now: number): day is Day {
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return false
  return day <= addDays(dayAt(now, timeZone), horizonDays) && isOpen(schedule, day, timeZone, now)
}

function validCounts(value: unknown): Counts {
  const counts = isRecord(value) ? (value as Counts) : {}
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => Number.isInteger(count) && count > 0))
}

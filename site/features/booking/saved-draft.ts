import { addDays, dayAt, horizonDays, type Day } from '../../lib/i18n/clock'
import type { Counts } from './counts'
import type { Schedule } from '../../lib/payload.gen'
import { readJson, writeJson, searchedDateKey } from '../../lib/browser/storage'
import { defaultDraft, fitLength, fitUnits, type ChangedItem, type Draft } from './ticket-draft'
import { isOpen } from './schedule'
import { draftKey } from './has-draft'
import type { TicketProduct } from './ticket-product'

/** Keeps a draft across a reload of this tab, its option by id. */
export function saveDraft(product: TicketProduct, draft: Draft): void {
  writeJson(draftKey('ticket', product.slug), { ...draft, option: draft.option.id })
}

export function clearDraft(product: TicketProduct): void {
  writeJson(draftKey('ticket', product.slug), undefined)
}

/** Returns the draft that this tab has kept, as far as the catalogue still offers it; else undefined. */
export function loadDraft(product: TicketProduct, now: number): Draft | undefined {
  const saved = readJson(draftKey('ticket', product.slug)) as Record<string, unknown> | undefined
  const option = product.options.find(({ id }) => id === saved?.option)
  if (!saved || !option) return undefined
  const date = isOffered(product, option.schedule, saved.date, now) ? saved.date : undefined
  return {
    ...defaultDraft(product, option),
    date,
    startTime: date && typeof saved.startTime === 'string' ? saved.startTime : undefined,
    units: fitUnits(option, validCounts(saved.units)),
    extras: validCounts(saved.extras),
    length: fitLength(product, option, Number.isInteger(saved.length) ? Number(saved.length) : 1),
    changes: saved.changes as ChangedItem | undefined,
  }
}

/** Returns the draft with the date that its visitor searched for, unless another is chosen or nothing starts on it. */
export function withSearchedDate(product: TicketProduct, draft: Draft, now: number): Draft {
  const date = readJson(searchedDateKey)
  return !draft.date && isOffered(product, draft.option.schedule, date, now) ? { ...draft, date } : draft
}

function isOffered({ timeZone }: TicketProduct, schedule: Schedule, day: unknown, now: number): day is Day {
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day) || !Date.parse(day)) return false
  return day <= addDays(dayAt(now, timeZone), horizonDays) && isOpen(schedule, day, timeZone, now)
}

/** Returns those of the stored counts that are whole and positive. */
export function validCounts(value: unknown): Counts {
  return Object.fromEntries(
    Object.entries((value ?? {}) as Counts).filter(([, count]) => Number.isInteger(count) && count > 0),
  )
}

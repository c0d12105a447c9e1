import type { Choice } from './availability'
import { type Day, addDays, dayAt, horizonDays } from '../../lib/i18n/clock'
import { isAccompanied, quantitiesOf, travellersOf, type Counts } from './counts'
import type { Option, Schedule } from '../../lib/payload.gen'
import { firstUnits, lengthOf, maxExtra, maxLength } from './pricing'
import type { TicketProduct } from './ticket-product'
import { recall, remember, searchedDateKey } from '../../lib/browser/storage'
import { isOpen } from './schedule'
import { draftName } from './has-draft'

/** Draft is what a visitor has chosen so far. */
export interface Draft {
  option: Option
  /** Undefined until the visitor chooses it; the first open day is shown meanwhile. */
  date?: Day
  startTime?: string
  units: Counts
  extras: Counts
  length: number
}

/** The draft that a ticket opens with. */
export function firstDraft(product: TicketProduct, option: Option): Draft {
  return {
    option,
    units: firstUnits(option),
    extras: {},
    length: lengthOf(product, option)?.min ?? 1,
  }
}

/** Returns the draft for another option, as far as that can have it. */
export function withOption(product: TicketProduct, draft: Draft, option: Option): Draft {
  return {
    ...draft,
    option,
    units: fitUnits(option, draft.units),
    length: fitLength(product, option, draft.length),
  }
}

/** Returns the wanted counts if the option can take them, or else its first ones. */
function fitUnits(option: Option, wanted: Counts): Counts {
  const taken = Object.entries(wanted).filter(([, count]) => count > 0)
  const known = taken.every(([id]) => option.units.some((unit) => unit.id === id))
  const units = Object.fromEntries(option.units.map(({ id }) => [id, wanted[id] ?? 0]))
  const within = option.units.every((unit) => {
    const { id, min = 0, max } = unit
    const count = units[id] ?? 0
    return count >= min && (!max || count <= max) && (count === 0 || isAccompanied(unit, units))
  })
  const few = !option.maxTravellers || travellersOf(option.units, units) <= option.maxTravellers
  return taken.length > 0 && known && within && few ? units : firstUnits(option)
}

function fitLength(product: TicketProduct, option: Option, wanted: number): number {
  const length = lengthOf(product, option)
  return length ? Math.min(Math.max(wanted, length.min), maxLength(length)) : 1
}

/** Returns the chosen extras, limited by the number of travellers. */
export function takenExtras(product: TicketProduct, { option, units, extras }: Draft): Counts {
  const travellers = travellersOf(option.units, units)
  return Object.fromEntries(
    (product.extras ?? []).map((extra) => [extra.id, Math.min(extras[extra.id] ?? 0, maxExtra(extra, travellers))]),
  )
}

/** Returns a draft as the API's Choice, once its date and start are known. */
export function choiceOf(product: TicketProduct, draft: Draft, date: Day, startTime?: string): Choice {
  const { option, units, length } = draft
  return {
    product: product.slug,
    option: option.id,
    date,
    startTime,
    length: lengthOf(product, option) ? length : undefined,
    units: quantitiesOf(units),
    extras: quantitiesOf(takenExtras(product, draft)),
  }
}

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
  const date =
    typeof kept.date === 'string' && isOffered(product, option.schedule, kept.date, now) ? kept.date : undefined
  return {
    ...firstDraft(product, option),
    date,
    startTime: date && typeof kept.startTime === 'string' ? kept.startTime : undefined,
    units: fitUnits(option, countsOf(kept.units)),
    extras: countsOf(kept.extras),
    length: fitLength(product, option, Number.isInteger(kept.length) ? Number(kept.length) : 1),
  }
}

/** Returns the draft with the date that its visitor searched for, unless another is chosen or nothing starts on it. */
export function withSearchedDate(product: TicketProduct, draft: Draft, now: number): Draft {
  const date = recall(searchedDateKey)
  const offered = typeof date === 'string' && isOffered(product, draft.option.schedule, date, now)
  return draft.date || !offered ? draft : { ...draft, date }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isOffered({ timeZone }: TicketProduct, schedule: Schedule, day: string, now: number): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return false
  return day <= addDays(dayAt(now, timeZone), horizonDays) && isOpen(schedule, day, timeZone, now)
}

function countsOf(value: unknown): Counts {
  const counts: Counts = {}
  if (!isRecord(value)) return counts
  for (const [id, count] of Object.entries(value)) {
    if (typeof count === 'number' && Number.isInteger(count) && count > 0) counts[id] = count
  }
  return counts
}

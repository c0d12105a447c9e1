import type { Extra, Option, ProductDetail, Unit } from '../../lib/payload.gen'

/** What a visitor has chosen of one option. Counts by unit and extra id; length in days or nights. */
export interface Choice {
  units: Record<string, number>
  extras: Record<string, number>
  length: number
}

/** How long a booking lasts where a unit is priced by the day or the night. */
export interface Length {
  by: 'DAY' | 'NIGHT'
  min: number
  /** Visitors choose; else it is always the minimum. */
  open: boolean
}

type Lasting = Pick<ProductDetail, 'duration' | 'minimumDuration'>

const dayMinutes = 24 * 60
const longest = 30

/** The length that visitors may choose, or undefined where nothing is priced by it. */
export function lengthOf(product: Lasting, option: Option): Length | undefined {
  const unit = option.units.find(({ pricedBy }) => pricedBy === 'DAY' || pricedBy === 'NIGHT')
  if (!unit) return undefined
  const by = unit.pricedBy as Length['by']
  const { minutes = 0, nights = 0 } = product.minimumDuration ?? option.duration ?? product.duration
  const min = by === 'NIGHT' ? nights : Math.ceil(minutes / dayMinutes)
  return { by, min: Math.max(1, min), open: product.minimumDuration !== undefined }
}

export function maxLength({ min, open }: Length): number {
  return open ? Math.max(min, longest) : min
}

/** How many people the counts stand for. */
export function travellersOf(option: Option, units: Record<string, number>): number {
  return option.units.reduce((sum, unit) => sum + (units[unit.id] ?? 0) * unit.paxCount, 0)
}

/** Whether one more of a unit fits its own limit and the option's. */
export function canAdd(option: Option, units: Record<string, number>, unit: Unit): boolean {
  const count = units[unit.id] ?? 0
  if (unit.max && count >= unit.max) return false
  return !option.maxTravellers || travellersOf(option, units) + unit.paxCount <= option.maxTravellers
}

/** The minimum of each unit; where that is nobody, one or two of the first. */
export function firstUnits(option: Option): Record<string, number> {
  const units = Object.fromEntries(option.units.map((unit) => [unit.id, unit.min ?? 0]))
  const first = option.units[0]
  if (!first) return units
  const wanted = first.pricedBy === 'ITEM' || first.paxCount > 1 ? 1 : 2
  while ((units[first.id] ?? 0) < wanted && canAdd(option, units, first)) units[first.id] = (units[first.id] ?? 0) + 1
  return units
}

/** The price of a unit for the whole stay, in minor units. */
function unitTotal(unit: Unit, count: number, length: number): number {
  const times = unit.pricedBy === 'DAY' || unit.pricedBy === 'NIGHT' ? length : 1
  return unit.price * count * times
}

/** What a choice costs in minor units, extras included. */
export function totalOf(option: Option, extras: Extra[], choice: Choice): number {
  const places = option.price
    ? option.price.amount
    : option.units.reduce((sum, unit) => sum + unitTotal(unit, choice.units[unit.id] ?? 0, choice.length), 0)
  return extras.reduce((sum, extra) => sum + extra.price * (choice.extras[extra.id] ?? 0), places)
}

/** How often an extra may be taken: once a booking, or by as many as travel. */
export function maxExtra(extra: Extra, travellers: number): number {
  if (extra.pricingPer === 'BOOKING') return extra.max ?? 1
  return Math.min(extra.max ?? travellers, travellers)
}

import { limitOf, type Counts } from './counts'
import type { Extra, Option, ProductDetail, Unit } from '../../lib/payload.gen'

/** PricedChoice is the input of a total. Length is in days or nights. */
interface PricedChoice {
  units: Counts
  extras: Counts
  length: number
}

/** Length is how long a booking lasts if a unit is priced by the day or the night. */
export interface Length {
  by: 'DAY' | 'NIGHT'
  min: number
  /** Visitors choose it; otherwise it is the minimum. */
  choosable: boolean
}

type WithDuration = Pick<ProductDetail, 'duration' | 'minimumDuration'>

const minutesPerDay = 24 * 60
const maxChosenLength = 30

/** Returns the length that visitors may choose; undefined if nothing is priced by it. */
export function lengthOf(product: WithDuration, option: Option): Length | undefined {
  const unit = option.units.find(({ pricedBy }) => pricedBy === 'DAY' || pricedBy === 'NIGHT')
  if (!unit) return undefined
  const by = unit.pricedBy as Length['by']
  const { minutes = 0, nights = 0 } = product.minimumDuration ?? option.duration ?? product.duration
  const min = by === 'NIGHT' ? nights : Math.ceil(minutes / minutesPerDay)
  return { by, min: Math.max(1, min), choosable: product.minimumDuration !== undefined }
}

export function maxLength({ min, choosable }: Length): number {
  return choosable ? Math.max(min, maxChosenLength) : min
}

/**
 * Returns the seats left in the unit that visitors count: cars for an option that is booked by the car, parties for an
 * option with one price for a group.
 */
export function remainingUnits(option: Option, vacancies: number): number {
  const [first, ...others] = option.units
  if (option.price) return Math.floor(vacancies / (option.maxTravellers || option.capacity))
  return first && others.length === 0 ? Math.floor(vacancies / first.paxCount) : vacancies
}

/** Returns the minimum of each unit; if all are zero, one or two of the first unit. */
export function defaultUnits(option: Option): Counts {
  const units: Counts = Object.fromEntries(option.units.map((unit) => [unit.id, unit.min ?? 0]))
  const first = option.units[0]
  if (!first) return units
  const count = first.pricedBy === 'ITEM' || first.paxCount > 1 ? 1 : 2
  while ((units[first.id] ?? 0) < count && !limitOf(option, units, first)) units[first.id] = (units[first.id] ?? 0) + 1
  return units
}

/** Returns the price of a unit for the whole stay, in minor units. */
function unitTotal(unit: Unit, count: number, length: number): number {
  const multiplier = unit.pricedBy === 'DAY' || unit.pricedBy === 'NIGHT' ? length : 1
  return unit.price * count * multiplier
}

/**
 * Returns the price of a choice by the published prices, in minor units. It is shown until the server's total arrives.
 */
export function publishedTotal(option: Option, extras: Extra[], choice: PricedChoice): number {
  const unitsTotal = option.price
    ? option.price.amount
    : option.units.reduce((sum, unit) => sum + unitTotal(unit, choice.units[unit.id] ?? 0, choice.length), 0)
  return extras.reduce((sum, extra) => sum + extra.price * (choice.extras[extra.id] ?? 0), unitsTotal)
}

/** Returns the most of an extra: one a booking, or one a traveller, unless it has its own limit. */
export function maxExtraCount(extra: Extra, travellers: number): number {
  if (extra.pricingPer === 'BOOKING') return extra.max ?? 1
  return Math.min(extra.max ?? travellers, travellers)
}

import { limitOf, type Counts } from './counts'
import type { Extra, Option, ProductDetail, Unit } from '../../lib/payload.gen'

/** What a total is reckoned from. Length is in days or nights. */
export interface Basket {
  units: Counts
  extras: Counts
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

/**
 * Seats that are left as what visitors count: cars, where the option is taken by the car, and parties, where one price is
 * for all who come.
 */
export function leftOf(option: Option, vacancies: number): number {
  const [first, ...others] = option.units
  if (option.price) return Math.floor(vacancies / (option.maxTravellers || option.capacity))
  return first && others.length === 0 ? Math.floor(vacancies / first.paxCount) : vacancies
}

/** The minimum of each unit; where that is nobody, one or two of the first. */
export function firstUnits(option: Option): Counts {
  const units: Counts = Object.fromEntries(option.units.map((unit) => [unit.id, unit.min ?? 0]))
  const first = option.units[0]
  if (!first) return units
  const wanted = first.pricedBy === 'ITEM' || first.paxCount > 1 ? 1 : 2
  while ((units[first.id] ?? 0) < wanted && !limitOf(option, units, first)) units[first.id] = (units[first.id] ?? 0) + 1
  return units
}

/** The price of a unit for the whole stay, in minor units. */
function unitTotal(unit: Unit, count: number, length: number): number {
  const times = unit.pricedBy === 'DAY' || unit.pricedBy === 'NIGHT' ? length : 1
  return unit.price * count * times
}

/**
 * What a choice costs by the prices that the page was published with, in minor units. It stands in for the server's
 * total until that is there.
 */
export function totalOf(option: Option, extras: Extra[], basket: Basket): number {
  const places = option.price
    ? option.price.amount
    : option.units.reduce((sum, unit) => sum + unitTotal(unit, basket.units[unit.id] ?? 0, basket.length), 0)
  return extras.reduce((sum, extra) => sum + extra.price * (basket.extras[extra.id] ?? 0), places)
}

/** How often an extra may be taken: once a booking, or by as many as travel. */
export function maxExtra(extra: Extra, travellers: number): number {
  if (extra.pricingPer === 'BOOKING') return extra.max ?? 1
  return Math.min(extra.max ?? travellers, travellers)
}

import type { Unit } from '../../lib/payload.gen'

/** Counts are quantities by the id of their unit or extra. */
export type Counts = Record<string, number>

/** Quantity is a count in the API's form. */
interface Quantity {
  id: string
  quantity: number
}

export function countsOf(quantities: Quantity[]): Counts {
  return Object.fromEntries(quantities.map(({ id, quantity }) => [id, quantity]))
}

/** Returns units or extras with their quantities. */
export function withCounts<T extends { id: string }>(things: T[], counts: Counts) {
  return things.map((thing) => ({ ...thing, quantity: counts[thing.id] ?? 0 }))
}

/** Returns the quantities above zero. */
export function quantitiesOf(counts: Counts): Quantity[] {
  return Object.entries(counts)
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => ({ id, quantity }))
}

/** CountedUnit is a unit with its limits: an adult, or a car with its seats. A limit of 0 is none. */
export type CountedUnit = Pick<Unit, 'id' | 'type' | 'title' | 'paxCount' | 'min' | 'max' | 'accompaniedBy'>

/** The units of an option, and their common limits. */
export interface Party {
  units: CountedUnit[]
  /** The most travellers of one item; 0 for no limit. */
  maxTravellers: number
  /** The seats left of the start; undefined for no limit. */
  seats?: number
}

/** Returns the number of travellers. */
export function travellersOf(units: CountedUnit[], counts: Counts): number {
  return units.reduce((sum, { id, paxCount }) => sum + (counts[id] ?? 0) * paxCount, 0)
}

/**
 * Limit is the reason that excludes one more: no companion, the most travellers of an item, the seats left, or the most
 * of its unit.
 */
type Limit = 'alone' | 'travellers' | 'seats' | 'unit'

/** Reports whether the counts have a companion for a unit that needs one. */
export function isAccompanied({ accompaniedBy = [] }: CountedUnit, counts: Counts): boolean {
  return accompaniedBy.length === 0 || accompaniedBy.some((id) => (counts[id] ?? 0) > 0)
}

/** Returns the limit that excludes one more of a unit; undefined if one more fits. */
export function limitOf(party: Party, counts: Counts, unit: CountedUnit): Limit | undefined {
  const { units, maxTravellers, seats = Infinity } = party
  const travellers = travellersOf(units, counts) + unit.paxCount
  if (!isAccompanied(unit, counts)) return 'alone'
  if (maxTravellers > 0 && travellers > maxTravellers) return 'travellers'
  if (travellers > seats) return 'seats'
  return unit.max && (counts[unit.id] ?? 0) >= unit.max ? 'unit' : undefined
}

/** Returns the least count of a unit: its minimum, or one if otherwise the party is empty or lacks a companion. */
export function minCountOf(units: CountedUnit[], counts: Counts, unit: CountedUnit): number {
  const { min = 0 } = unit
  const without = { ...counts, [unit.id]: 0 }
  const others = units.filter(({ id }) => (without[id] ?? 0) > 0)
  return others.length > 0 && others.every((other) => isAccompanied(other, without)) ? min : Math.max(min, 1)
}

/** How many of each, by id of unit or extra. */
export type Counts = Record<string, number>

/** The same as the API takes it. */
interface Quantity {
  id: string
  quantity: number
}

export function countsOf(quantities: Quantity[]): Counts {
  return Object.fromEntries(quantities.map(({ id, quantity }) => [id, quantity]))
}

/** Returns the quantities above zero. */
export function quantitiesOf(counts: Counts): Quantity[] {
  return Object.entries(counts)
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => ({ id, quantity }))
}

/** A unit as far as it is counted: an adult, or a car with the people it takes. No limit is 0 or left out. */
export interface CountedUnit {
  id: string
  paxCount: number
  min?: number
  max?: number
  /** The units of which at least one comes along; no condition where empty or left out. */
  accompaniedBy?: string[]
}

/** The units of an option, and what they share. */
export interface Party {
  units: CountedUnit[]
  /** The most travellers of one item; 0 where there is no such limit. */
  maxTravellers: number
  /** What is left of the start; undefined where that is no limit. */
  seats?: number
}

/** How many people the counts stand for. */
export function travellersOf(units: CountedUnit[], counts: Counts): number {
  return units.reduce((sum, { id, paxCount }) => sum + (counts[id] ?? 0) * paxCount, 0)
}

/** What keeps one more out: nobody to come with, the most travellers of an item, the seats left, the most of its unit. */
type Limit = 'alone' | 'travellers' | 'seats' | 'unit'

/** Whether a unit is counted with one that it has to come with, or needs none. */
export function isAccompanied({ accompaniedBy = [] }: CountedUnit, counts: Counts): boolean {
  return accompaniedBy.length === 0 || accompaniedBy.some((id) => (counts[id] ?? 0) > 0)
}

/** Why one more of a unit does not fit; undefined where it does. */
export function limitOf(party: Party, counts: Counts, unit: CountedUnit): Limit | undefined {
  const { units, maxTravellers, seats = Infinity } = party
  const travellers = travellersOf(units, counts) + unit.paxCount
  if (!isAccompanied(unit, counts)) return 'alone'
  if (maxTravellers > 0 && travellers > maxTravellers) return 'travellers'
  if (travellers > seats) return 'seats'
  return unit.max && (counts[unit.id] ?? 0) >= unit.max ? 'unit' : undefined
}

/** How few of a unit there may be: its own limit, somebody has to travel, and nobody stays behind without company. */
export function leastOf(units: CountedUnit[], counts: Counts, unit: CountedUnit): number {
  const { min = 0 } = unit
  const without = { ...counts, [unit.id]: 0 }
  const others = units.filter(({ id }) => (without[id] ?? 0) > 0)
  return others.length > 0 && others.every((other) => isAccompanied(other, without)) ? min : Math.max(min, 1)
}

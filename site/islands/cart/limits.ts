import type { CartItem } from '../../lib/cart'

type Counts = Readonly<Record<string, number>>
type Unit = CartItem['units'][number]
type Quantity = { id: string; quantity: number }

export function countsOf(things: Quantity[]): Counts {
  return Object.fromEntries(things.map(({ id, quantity }) => [id, quantity]))
}

export function quantitiesOf(counts: Counts): Quantity[] {
  return Object.entries(counts).map(([id, quantity]) => ({ id, quantity }))
}

/** How few of a unit there may be: its own limit, and somebody has to travel. */
export function leastOf({ units }: CartItem, counts: Counts, unit: Unit): number {
  const others = units.some(({ id }) => id !== unit.id && (counts[id] ?? 0) > 0)
  return others ? unit.min : Math.max(unit.min, 1)
}

/** What keeps another of a unit out: its own limit or the item's. Undefined while there may be more. */
export function limitOf(item: CartItem, counts: Counts, unit: Unit): { of: 'unit' | 'item'; most: number } | undefined {
  const { maxTravellers } = item.limits
  if (unit.max > 0 && (counts[unit.id] ?? 0) >= unit.max) return { of: 'unit', most: unit.max }
  const travellers = item.units.reduce((sum, { id, paxCount }) => sum + paxCount * (counts[id] ?? 0), 0)
  if (maxTravellers > 0 && travellers + unit.paxCount > maxTravellers) return { of: 'item', most: maxTravellers }
  return undefined
}

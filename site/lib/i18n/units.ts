import { formatList } from './format'
import type { Unit } from '../payload.gen'
import { t } from '../site'

type NamedUnit = Pick<Unit, 'id' | 'type' | 'title' | 'accompaniedBy'>

/** Returns a unit's own name, or the default one of its type. */
export function unitTitle({ type, title }: Pick<Unit, 'type' | 'title'>): string {
  return title || t(`unit.${type}`)
}

/** WithQuantity is a unit or an extra with how many of it are chosen. */
type WithQuantity = { type?: Unit['type']; title?: string; quantity: number }

/** Returns "2 × Adult" of each that is chosen. */
export function quantityTexts(things: WithQuantity[]): string[] {
  return things
    .filter(({ quantity }) => quantity > 0)
    .map(({ type = 'OTHER', title, quantity }) => t('cart.counted', { quantity, title: unitTitle({ type, title }) }))
}

/** Returns the text on the companions that a unit needs: those it names, or those with a price. */
export function companionText({ accompaniedBy = [] }: NamedUnit, units: (NamedUnit & { price?: number })[]): string {
  const others = units.filter(({ id, price }) => (accompaniedBy.length > 0 ? accompaniedBy.includes(id) : price))
  if (others.some(({ type }) => type === 'ADULT')) return t('unit.withAdult')
  return t('unit.onlyWith', { units: formatList(others.map(unitTitle)) })
}

/** Returns "3 nights"; empty if nothing is priced by days or nights. */
export function lengthText(length: number | undefined, by: 'DAY' | 'NIGHT' | undefined): string {
  if (length === undefined) return ''
  return t(by === 'NIGHT' ? 'duration.nights' : 'duration.days', { count: length })
}

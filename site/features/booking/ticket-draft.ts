import type { Choice } from './availability'
import type { Day } from '../../lib/i18n/clock'
import { isAccompanied, quantitiesOf, travellersOf, type Counts } from './counts'
import type { Option } from '../../lib/payload.gen'
import { defaultUnits, lengthOf, maxExtraCount, maxLength } from './pricing'
import type { TicketProduct } from './ticket-product'

/** Draft holds the visitor's choices so far. */
export interface Draft {
  option: Option
  /** Undefined until the visitor chooses it; the first open day is shown meanwhile. */
  date?: Day
  startTime?: string
  units: Counts
  extras: Counts
  length: number
  /** The item of the cart that it changes; undefined for a new one. */
  changes?: ChangedItem
}

/** An item of the cart whose ticket was opened again, with the places that the cart asks for. */
export interface ChangedItem extends Pick<Choice, 'pickup' | 'dropOff'> {
  id: string
}

/** The draft that a ticket opens with. */
export function defaultDraft(product: TicketProduct, option: Option): Draft {
  return {
    option,
    units: defaultUnits(option),
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

/** Returns the requested counts if the option can take them, or else its first ones. */
export function fitUnits(option: Option, requested: Counts): Counts {
  const counted = Object.entries(requested).filter(([, count]) => count > 0)
  const unitsExist = counted.every(([id]) => option.units.some((unit) => unit.id === id))
  const units = Object.fromEntries(option.units.map(({ id }) => [id, requested[id] ?? 0]))
  const unitsFit = option.units.every((unit) => {
    const { id, min = 0, max } = unit
    const count = units[id] ?? 0
    return count >= min && (!max || count <= max) && (count === 0 || isAccompanied(unit, units))
  })
  const partyFits = !option.maxTravellers || travellersOf(option.units, units) <= option.maxTravellers
  return counted.length > 0 && unitsExist && unitsFit && partyFits ? units : defaultUnits(option)
}

export function fitLength(product: TicketProduct, option: Option, requested: number): number {
  const length = lengthOf(product, option)
  return length ? Math.min(Math.max(requested, length.min), maxLength(length)) : 1
}

/** Returns the chosen extras, limited by the number of travellers. */
export function chosenExtras(product: TicketProduct, { option, units, extras }: Draft): Counts {
  const travellers = travellersOf(option.units, units)
  return Object.fromEntries(
    (product.extras ?? []).map((extra) => [
      extra.id,
      Math.min(extras[extra.id] ?? 0, maxExtraCount(extra, travellers)),
    ]),
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
    extras: quantitiesOf(chosenExtras(product, draft)),
  }
}

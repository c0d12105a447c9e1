import type { Item, PricedBy, UnitType } from '../payload.gen'
import { t } from '../site'

const lengths = { DAY: 'per.eachDay', NIGHT: 'per.eachNight' } as const

/** Returns the unit of a price: "per person", "per vehicle, per day". `of` is the unit that is counted, if any. */
export function perText({ per, of = 'ITEM' }: { per: PricedBy; of?: Item }): string {
  if (per === 'BOOKING') return t('per.BOOKING')
  const each = t(`per.${of}`)
  return per === 'DAY' || per === 'NIGHT' ? t(lengths[per], { each }) : each
}

/** Returns whether a unit of a type counts persons or items. */
export function countedAs(type: UnitType = 'OTHER'): Item {
  return type === 'OTHER' || type === 'FAMILY' ? 'ITEM' : 'PERSON'
}

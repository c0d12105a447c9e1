import { site } from '../site'

const lengths = { DAY: 'per.eachDay', NIGHT: 'per.eachNight' } as const

/** Returns the unit of a price: "per person", "per vehicle, per day". `of` is the unit that is counted, if any. */
export function perText({ per, of = 'ITEM' }: { per: string; of?: string }): string {
  const { t } = site()
  if (per === 'BOOKING') return t('per.BOOKING')
  const each = t(`per.${of as 'PERSON'}`)
  return per === 'DAY' || per === 'NIGHT' ? t(lengths[per], { each }) : each
}

const wholes = new Set(['OTHER', 'FAMILY'])

/** What one of a unit counts as where only its type is known: a person, or something that is counted by itself. */
export function countedAs(type = 'OTHER'): string {
  return wholes.has(type) ? 'ITEM' : 'PERSON'
}

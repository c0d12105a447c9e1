import { formatAges } from '../../lib/ages'
import { unitName } from '../../lib/booking'
import type { CartItem, Choice } from '../../lib/cart'
import { site } from '../../lib/site'
import { Stepper } from '../ticket/stepper'
import { countsOf, leastOf, limitOf, quantitiesOf } from './limits'
import { changeItem } from './wishes'

interface Props {
  item: CartItem
  /** What is wished and not yet answered. */
  choice?: Choice
}

/** Travellers and extras of an item, changed in place within its limits. */
export function Quantities({ item, choice }: Props) {
  const { t } = site()
  const units = countsOf(choice?.units ?? item.units)
  const extras = countsOf(choice?.extras ?? item.extras)
  const { maxTravellers } = item.limits
  const full = item.units.some((unit) => limitOf(item, units, unit)?.of === 'item')
  return (
    <>
      {item.units.map((unit) => (
        <Stepper
          key={unit.id}
          label={unitName(unit)}
          note={agesOf(unit)}
          value={units[unit.id] ?? 0}
          min={leastOf(item, units, unit)}
          limit={limitText(limitOf(item, units, unit))}
          onChange={(count) => void changeItem(item, { units: quantitiesOf({ ...units, [unit.id]: count }) })}
        />
      ))}
      {maxTravellers > 0 && !full && <p className="small muted">{t('ticket.maxPerItem', { count: maxTravellers })}</p>}
      {item.extras.map(({ id, title, max }) => (
        <Stepper
          key={id}
          label={title}
          value={extras[id] ?? 0}
          min={0}
          limit={(extras[id] ?? 0) >= max ? t('cart.atMost', { n: max }) : undefined}
          onChange={(count) => void changeItem(item, { extras: quantitiesOf({ ...extras, [id]: count }) })}
        />
      ))}
    </>
  )
}

function agesOf({ minAge, maxAge }: CartItem['units'][number]): string | undefined {
  return minAge === undefined && maxAge === undefined ? undefined : formatAges({ min: minAge ?? 0, max: maxAge }, true)
}

function limitText(limit: ReturnType<typeof limitOf>): string | undefined {
  const { t } = site()
  if (!limit) return undefined
  return limit.of === 'item' ? t('ticket.maxPerItem', { count: limit.most }) : t('cart.atMost', { n: limit.most })
}

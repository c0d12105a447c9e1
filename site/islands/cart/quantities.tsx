import { LengthStepper, Stepper } from '../../features/booking/stepper'
import { UnitSteppers } from '../../features/booking/unit-steppers'
import { unitAges } from '../../lib/i18n/ages'
import type { Choice } from '../../features/booking/availability'
import type { CartItem } from '../../features/cart/cart'
import { countsOf, quantitiesOf } from '../../features/booking/counts'
import { changeItem } from '../../features/cart/pending-edits'

interface Props {
  item: CartItem
  /** What the visitor has changed and the server has not confirmed. */
  pendingChoice?: Choice
}

/** The fields of an item's travellers, days or nights, and extras. An agreed price fixes travellers and length. */
export function Quantities({ item, pendingChoice }: Props) {
  const { minLength: min = 1, maxLength: max = 1, maxTravellers } = item.limits
  const extras = countsOf(pendingChoice?.extras ?? item.extras)
  return (
    <>
      {!item.agreed && (
        <UnitSteppers
          units={item.units}
          counts={countsOf(pendingChoice?.units ?? item.units)}
          maxTravellers={maxTravellers}
          noteOf={unitAges}
          onChange={(counts) => void changeItem(item, { units: quantitiesOf(counts) })}
        />
      )}
      {!item.agreed && item.lengthBy && max > min && (
        <LengthStepper
          by={item.lengthBy}
          value={pendingChoice?.length ?? item.length ?? min}
          min={min}
          max={max}
          onChange={(length) => void changeItem(item, { length })}
        />
      )}
      {item.extras.map((extra) => (
        <Stepper
          key={extra.id}
          label={extra.title}
          value={extras[extra.id] ?? 0}
          min={0}
          max={extra.max}
          onChange={(count) => void changeItem(item, { extras: quantitiesOf({ ...extras, [extra.id]: count }) })}
        />
      ))}
    </>
  )
}

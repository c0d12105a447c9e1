import { useStore } from '@nanostores/react'
import { PickupFields } from '../../features/booking/pickup-fields'
import { Section } from '../../components/blocks/section'
import { fullDay } from '../../features/order/booking'
import type { CartItem } from '../../features/cart/cart'
import { needsChoice, placeOf, ways } from '../../features/booking/pickup-places'
import { problemText } from '../../features/http/problems'
import { t } from '../../lib/site'
import { changeItem, pendingEdits } from '../../features/cart/pending-edits'

/** Errors in words, by the API's field names: `items.<id>.pickup.address`. */
type Errors = Record<string, string>

/** The pickup and drop-off questions of each activity. */
export function Pickups({ items, errors }: { items: CartItem[]; errors: Errors }) {
  const pending = items.filter((item) => item.available && ways.some((way) => needsChoice(item[way])))
  if (pending.length === 0) return null
  return (
    <Section title={t('places.title')}>
      {pending.map((item) => (
        <ItemPlaces key={item.id} item={item} errors={errors} />
      ))}
    </Section>
  )
}

function ItemPlaces({ item, errors }: { item: CartItem; errors: Errors }) {
  const edit = useStore(pendingEdits)[item.id]
  return (
    <fieldset className="transfer-fields">
      <legend>
        <b>{item.product.title}</b>
        <span className="small muted block">{fullDay(item.date)}</span>
      </legend>
      {ways.map((way) => {
        const transfer = item[way]
        if (!needsChoice(transfer)) return null
        return (
          <PickupFields
            key={way}
            way={way}
            transfer={transfer}
            answer={(edit?.choice ? edit.choice[way] : placeOf(transfer)) ?? {}}
            name={`items.${item.id}.${way}`}
            errors={errors}
            onChange={(place) => void changeItem(item, { [way]: place })}
          />
        )
      })}
      <div role="alert">{edit?.problem && <p className="field-error">{problemText(edit.problem)}</p>}</div>
    </fieldset>
  )
}

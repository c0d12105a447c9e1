import { useStore } from '@nanostores/react'
import { PickupFields } from '../../features/booking/pickup-fields'
import { Section } from '../../components/blocks/section'
import { formatFullDate } from '../../features/order/booking'
import type { CartItem } from '../../features/cart/cart'
import { needsChoice, chosenPlaceInput, transferKinds } from '../../features/booking/pickup-places'
import { problemText } from '../../features/http/problems'
import { t } from '../../lib/site'
import { changeItem, pendingEdits } from '../../features/cart/pending-edits'

/** Errors in words, by the API's field names: `items.<id>.pickup.address`. */
type Errors = Record<string, string>

/** The pickup and drop-off questions of each activity. */
export function Pickups({ items, errors }: { items: CartItem[]; errors: Errors }) {
  const pending = items.filter((item) => item.available && transferKinds.some((way) => needsChoice(item[way])))
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
        <span className="small muted block">{formatFullDate(item.date)}</span>
      </legend>
      {transferKinds.map((kind) => {
        const transfer = item[kind]
        if (!needsChoice(transfer)) return null
        return (
          <PickupFields
            key={kind}
            kind={kind}
            transfer={transfer}
            place={(edit?.choice ? edit.choice[kind] : chosenPlaceInput(transfer)) ?? {}}
            name={`items.${item.id}.${kind}`}
            errors={errors}
            onChange={(place) => void changeItem(item, { [kind]: place })}
          />
        )
      })}
      <div role="alert">{edit?.problem && <p className="field-error">{problemText(edit.problem)}</p>}</div>
    </fieldset>
  )
}

import { useStore } from '@nanostores/react'
import { PlaceFields } from '../../components/place-fields'
import { Section } from '../../components/section'
import { fullDay } from '../../lib/booking'
import type { CartItem } from '../../lib/cart'
import { isAsked, placeOf, ways, type Place, type Way } from '../../lib/places'
import { site } from '../../lib/site'
import { changeItem, wishes } from '../cart/wishes'

interface Props {
  items: CartItem[]
  /** What is wrong, in words, by the API's names: `items.<id>.pickup.address`. */
  errors: Record<string, string>
}

/** Where each activity collects its travellers and takes them back to. */
export function Places({ items, errors }: Props) {
  const asking = items.filter((item) => item.available && ways.some((way) => isAsked(item[way])))
  if (asking.length === 0) return null
  return (
    <Section title={site().t('places.title')}>
      {asking.map((item) => (
        <fieldset key={item.id} className="transfer-fields">
          <legend>
            <b>{item.product.title}</b>
            <span className="small muted block">{fullDay(item.date)}</span>
          </legend>
          {ways.map((way) => isAsked(item[way]) && <ItemPlaces key={way} item={item} way={way} errors={errors} />)}
        </fieldset>
      ))}
    </Section>
  )
}

function ItemPlaces({ item, way, errors }: { item: CartItem; way: Way; errors: Props['errors'] }) {
  const asked = item[way]
  const wish = useStore(wishes)[item.id]
  if (!asked) return null
  const answer = wish?.choice ? (wish.choice[way] ?? {}) : (placeOf(asked) ?? {})
  return (
    <PlaceFields
      way={way}
      asked={asked}
      answer={answer}
      name={`items.${item.id}.${way}`}
      errors={errors}
      onChange={(place: Place) => void changeItem(item, { [way]: place })}
    />
  )
}

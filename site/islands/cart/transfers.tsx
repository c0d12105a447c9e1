import { useState } from 'react'
import { Section } from '../../components/section'
import { Icon } from '../../components/ui/icon'
import { TextField } from '../../components/ui/text-field'
import { formatTime } from '../../lib/format'
import { fullDay } from '../../lib/booking'
import type { CartItem } from '../../lib/cart'
import { site } from '../../lib/site'
import { changeItem, wishOf } from './wishes'

interface Props {
  items: CartItem[]
  /** What is wrong, in words, by the API's names: `items.<id>.pickup.address`. */
  errors: Record<string, string>
}

type Way = 'pickup' | 'dropOff'
const ways: Way[] = ['pickup', 'dropOff']

/** Whoever is asked where to be collected is asked where to be left, too. */
function asksAddress({ pickup, dropOff }: CartItem): boolean {
  return Boolean(pickup?.addressRequired || dropOff?.addressRequired)
}

/** Whether an item asks where its travellers are collected or left. */
function asksForPlace(item: CartItem): boolean {
  return asksAddress(item) || ways.some((way) => item[way] && item[way].points.length > 0)
}

/** Where each activity collects and leaves its travellers. */
export function Transfers({ items, errors }: Props) {
  const asking = items.filter(asksForPlace)
  if (asking.length === 0) return null
  return (
    <Section title={site().t('cart.reservation')}>
      {asking.map((item) => (
        <TransferFields key={item.id} item={item} errors={errors} />
      ))}
    </Section>
  )
}

interface FieldsProps {
  item: CartItem
  errors: Record<string, string>
}

/** The places of one item. */
function TransferFields({ item, errors }: FieldsProps) {
  return (
    <fieldset className="transfer-fields">
      <legend>
        <b>{item.product.title}</b>
        <span className="small muted block">{fullDay(item.date)}</span>
      </legend>
      <div className="field-grid">
        {ways.map((way) => (
          <WayFields key={way} item={item} way={way} errors={errors} />
        ))}
      </div>
    </fieldset>
  )
}

function WayFields({ item, way, errors }: FieldsProps & { way: Way }) {
  const transfer = item[way]
  if (!transfer) return null
  return (
    <>
      {transfer.points.length > 0 && <Points item={item} way={way} />}
      {asksAddress(item) && <Address item={item} way={way} error={errors[`items.${item.id}.${way}.address`]} />}
    </>
  )
}

function Points({ item, way }: { item: CartItem; way: Way }) {
  const { t } = site()
  const id = `items.${item.id}.${way}.point`
  const choose = (point: string) =>
    void changeItem(item, { [way]: { ...wishOf(item)[way], point: point || undefined } })
  return (
    <div className="text-field">
      <label htmlFor={id}>{t(way === 'pickup' ? 'cart.pickupPoint' : 'cart.dropOffPoint')}</label>
      <div className="field-box">
        <select
          id={id}
          className="field"
          defaultValue={item[way]?.point ?? ''}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{t('cart.choosePoint')}</option>
          {item[way]?.points.map(({ id: point, title, time }) => (
            <option key={point} value={point}>
              {time ? `${title} · ${formatTime(time)}` : title}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
    </div>
  )
}

function Address({ item, way, error }: { item: CartItem; way: Way; error?: string }) {
  const { t } = site()
  const { addressRequired, address: given = '' } = item[way] ?? {}
  const [text, setText] = useState(given)
  const save = () => {
    const address = text.trim()
    const wished = wishOf(item)[way]
    if (address !== (wished?.address ?? '')) void changeItem(item, { [way]: { ...wished, address } })
  }
  return (
    <TextField
      id={`items.${item.id}.${way}.address`}
      label={t(way === 'pickup' ? 'cart.pickupAddress' : 'cart.dropOffAddress')}
      optional={addressRequired ? undefined : t('form.optional')}
      hint={t('cart.addressHint')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      error={text.trim() ? undefined : error}
      required={addressRequired}
      maxLength={300}
      autoComplete="street-address"
    />
  )
}

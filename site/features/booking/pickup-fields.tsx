import './choices.css'
import { useEffect, useEffectEvent, useState } from 'react'
import { Disclosure } from '../../components/ui/disclosure'
import { Icon } from '../../components/ui/icon'
import { controlAttributes, Field, FieldError, TextField } from '../forms/text-field'
import { formatTime } from '../../lib/i18n/format'
import { needsAddress, type ItemTransfer, type Place, type TransferKind } from './pickup-places'
import { t } from '../../lib/site'

interface Props {
  kind: TransferKind
  transfer: ItemTransfer
  place: Place
  /** Of the fields in the API's problems: `items.i1.pickup`. */
  name: string
  /** The error texts, by the fields' names. */
  errors: Record<string, string>
  onChange: (answer: Place) => void
}

// The API's limit of an address.
const maxAddressLength = 300
// The pause of typing after which an address is saved, in milliseconds.
const typingDelay = 800

/** The fields of a pickup or a drop-off. A single place needs no choice. */
export function PickupFields(props: Props) {
  const { kind, transfer, place } = props
  if (kind === 'dropOff' && transfer.points.length === 0) return <DropOffElsewhere {...props} />
  return (
    <div className="place-fields">
      <PointChoice {...props} />
      {needsAddress(transfer, place) && <AddressField {...props} hint="hotelHint" required />}
      {transfer.times && transfer.times.length > 0 && <TimeChoice {...props} />}
    </div>
  )
}

function PointChoice({ kind, transfer, place, name, errors, onChange }: Props) {
  const { points, optional } = transfer
  const title = t(kind === 'pickup' ? 'places.whereFrom' : 'places.whereTo')
  const [only] = points
  if (!only) return null
  if (points.length === 1 && !optional) {
    return (
      <div className="place-only">
        <span className="small muted block">{title}</span>
        <span className="strong">{only.title}</span> {only.time && <bdi>{formatTime(only.time)}</bdi>}
      </div>
    )
  }
  const error = errors[`${name}.point`]
  const choices = [...points, ...(optional ? [{ id: '', title: t('places.comeMyself'), time: undefined }] : [])]
  const chosen = place.point ?? (optional ? '' : undefined)
  return (
    <>
      <fieldset className="choices" aria-describedby={error ? `${name}.point-error` : undefined}>
        <legend>{title}</legend>
        {choices.map(({ id, title: label, time }, at) => (
          <label key={id} className="choice">
            <input
              type="radio"
              name={name}
              id={at === 0 ? `${name}.point` : undefined}
              checked={chosen === id}
              onChange={() => onChange({ ...place, point: id || undefined })}
            />
            <span>{label}</span>
            {time && <bdi className="choice-time">{formatTime(time)}</bdi>}
          </label>
        ))}
      </fieldset>
      <FieldError id={`${name}.point`} text={error} />
    </>
  )
}

type AddressProps = Props & { hint: 'hotelHint' | 'elsewhereHint'; required?: boolean }

function AddressField({ kind, place, name, errors, onChange, hint, required }: AddressProps) {
  const [text, setText] = useState(place.address ?? '')
  const save = () => {
    const address = text.trim() || undefined
    if (address !== place.address) onChange({ ...place, address })
  }
  const saveTyped = useEffectEvent(save)
  useEffect(() => {
    // A reload, or a phone that drops the tab, does not move the focus.
    const timer = setTimeout(() => saveTyped(), typingDelay)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField
      id={`${name}.address`}
      label={t(kind === 'pickup' ? 'places.hotel' : 'places.hotelBack')}
      hint={t(`places.${hint}`)}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={save}
      // Enter sends the form while the focus stays.
      onKeyDown={({ key }) => key === 'Enter' && save()}
      error={text.trim() ? undefined : errors[`${name}.address`]}
      required={required}
      maxLength={maxAddressLength}
      autoComplete="street-address"
    />
  )
}

function TimeChoice({ transfer, place, name, errors, onChange }: Props) {
  const id = `${name}.time`
  const field = { id, error: place.time ? undefined : errors[id] }
  return (
    <Field {...field} label={t('places.when')}>
      <div className="field-box">
        <select
          {...controlAttributes(field)}
          value={place.time ?? ''}
          onChange={({ target }) => onChange({ ...place, time: target.value || undefined })}
        >
          <option value="">{t('places.chooseTime')}</option>
          {transfer.times?.map((time) => (
            <option key={time} value={time}>
              {formatTime(time)}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
    </Field>
  )
}

/** A drop-off at the pickup's place, with a field for another address. */
function DropOffElsewhere(props: Props) {
  return (
    <div className="place-fields">
      <p className="small muted">{t('places.backSame')}</p>
      <Disclosure title={t('places.elsewhere')} defaultOpen={Boolean(props.place.address)}>
        <AddressField {...props} hint="elsewhereHint" />
      </Disclosure>
    </div>
  )
}

import './country-field.css'
import { type ComponentProps, useState, type ComponentType } from 'react'
import { controlAttributes, Field, TextField } from '../forms/text-field'
import { t } from '../../lib/site'
import { loadPhoneLibrary } from './valid-phone'
import { Icon } from '../../components/ui/icon'
import { whenOnline } from '../../lib/navigation/offline'
import { nameWithCode } from './calling-codes'
import type { ComboboxProps } from './country-combobox'

interface Props {
  country: ComponentProps<typeof CountryField>
  phone: Pick<ComponentProps<typeof TextField>, 'id' | 'value' | 'error' | 'required' | 'onChange'>
  maxLength: number
}

/** The two fields of a phone number: its country with the calling code, and the rest. */
export function PhoneFields({ country, phone, maxLength }: Props) {
  return (
    <>
      <CountryField {...country} />
      <TextField
        {...phone}
        label={t('checkout.phone')}
        type="tel"
        dir="ltr"
        maxLength={maxLength}
        autoComplete="tel-national"
        onFocus={() => void loadPhoneLibrary().catch(() => {})}
      />
    </>
  )
}

interface CountryProps {
  id: string
  /** ISO 3166. */
  value: string
  onChange: (change: { target: { value: string } }) => void
  error?: string
}

/** A country by its name, its code or its calling code. The list is loaded when the field is used. */
export function CountryField({ id, value, onChange, error }: CountryProps) {
  const [typed, setTyped] = useState('')
  const [Combobox, setCombobox] = useState<ComponentType<ComboboxProps>>()
  const load = () => import('./country-combobox').then((module) => module.CountryCombobox)
  const field = {
    ...controlAttributes({ id, error }),
    autoComplete: 'off',
    spellCheck: false,
    required: true,
  }
  return (
    <Field id={id} label={t('checkout.country')} error={error}>
      <div className="field-box">
        {Combobox ? (
          <Combobox
            field={field}
            value={value}
            typed={typed}
            onChange={(code) => onChange({ target: { value: code } })}
          />
        ) : (
          <>
            <input
              {...field}
              role="combobox"
              aria-expanded={false}
              aria-controls={`${id}-options`}
              aria-autocomplete="list"
              value={typed || nameWithCode(value)}
              onPointerEnter={() => void load().catch(() => {})}
              onFocus={({ target }) => {
                target.select()
                void whenOnline(load).then((loaded) => {
                  if (document.activeElement === target) setCombobox(() => loaded)
                })
              }}
              onBlur={() => setTyped('')}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Icon name="chevron" />
          </>
        )}
      </div>
    </Field>
  )
}

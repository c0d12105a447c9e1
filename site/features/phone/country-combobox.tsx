import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useEffect, useMemo, useRef, useState, type InputHTMLAttributes } from 'react'
import { Icon } from '../../components/ui/icon'
import { t } from '../../lib/site'
import { countryList, findCountries, searchTextIn, type Country } from './countries'
import { nameWithCode } from './calling-codes'

export interface ComboboxProps {
  field: Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue' | 'onChange'>
  value: string
  /** The text that was typed before the list was loaded. */
  typed: string
  onChange: (code: string) => void
}

/**
 * The field with its list of countries, which narrows while the visitor types. It loads on focus, and takes the focus.
 */
export function CountryCombobox({ field, value, typed, onChange }: ComboboxProps) {
  const all = countryList()
  const chosen = all.find(({ code }) => code === value) ?? null
  const [search, setSearch] = useState(typed)
  const found = useMemo(() => findCountries(all, search), [all, search])
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { current } = input
    if (!current) return
    current.focus()
    if (typed) current.value = typed
    else current.select()
  }, [typed])
  return (
    <Combobox
      immediate
      value={chosen}
      by="code"
      onChange={(country: Country | null) => country && onChange(country.code)}
      onClose={() => setSearch('')}
    >
      <ComboboxInput
        as={DescribedInput}
        {...field}
        describedBy={field['aria-describedby']}
        ref={input}
        displayValue={(country: Country | null) => nameWithCode(country?.code)}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setSearch(searchTextIn(target.value, nameWithCode(chosen?.code)))}
      />
      <ComboboxButton className="country-open" aria-label={t('checkout.country')}>
        <Icon name="chevron" />
      </ComboboxButton>
      <ComboboxOptions modal={false} className="country-list" aria-label={t('checkout.country')}>
        {found.map((country) => (
          <ComboboxOption key={country.code} value={country} className="country-option">
            <span>{country.name}</span> <bdi dir="ltr">+{country.callingCode}</bdi>
          </ComboboxOption>
        ))}
      </ComboboxOptions>
      {found.length === 0 && (
        <p className="country-list country-none" role="status">
          {t('checkout.countryNone')}
        </p>
      )}
    </Combobox>
  )
}

interface DescribedInputProps extends InputHTMLAttributes<HTMLInputElement> {
  describedBy?: string
}

/** Headless UI sets aria-describedby to its own descriptions; this keeps the field's error. */
function DescribedInput({ describedBy, ...input }: DescribedInputProps) {
  return <input {...input} aria-describedby={describedBy} />
}

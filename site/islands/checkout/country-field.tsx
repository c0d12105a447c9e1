import '../../styles/checkout.css'
import { useId, useMemo, useState, type KeyboardEvent, type Ref } from 'react'
import { FieldError } from '../../components/ui/text-field'
import { Icon } from '../../components/ui/icon'
import { site } from '../../lib/site'
import { countryList, findCountries, type Country } from './countries'

interface Props {
  id: string
  /** ISO 3166. */
  value: string
  onChange: (code: string) => void
  error?: string
  ref?: Ref<HTMLInputElement>
}

/** A country by its name, its code or its calling code: a list that narrows while one types. */
export function CountryField({ id, value, onChange, error, ref }: Props) {
  const { t } = site()
  const list = useList(value, onChange)
  const { open, found, at, chosen } = list
  const listId = useId()
  return (
    <div className="text-field country">
      <label htmlFor={id}>{t('checkout.country')}</label>
      <div className="field-box">
        <input
          ref={ref}
          id={id}
          className="field"
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && found[at] ? `${listId}-${found[at].code}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          autoComplete="off"
          spellCheck={false}
          required
          value={open ? list.search : nameOf(chosen)}
          placeholder={nameOf(chosen)}
          onFocus={(event) => event.target.select()}
          onClick={list.show}
          onKeyDown={list.onKeyDown}
          onBlur={list.close}
          onChange={(event) => list.type(event.target.value)}
        />
        <Icon name="chevron" />
        {open && <Options id={listId} countries={found} at={at} value={value} onChoose={list.choose} />}
      </div>
      <FieldError id={id} text={error} />
    </div>
  )
}

/** The list under the field. The field shows what is chosen while it is closed, and what is typed while it is open. */
function useList(value: string, onChange: (code: string) => void) {
  const all = countryList()
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const search = typed ?? ''
  const found = useMemo(() => findCountries(all, search), [all, search])
  const chosen = all.find(({ code }) => code === value)
  const open = typed !== undefined
  const show = () => {
    if (open) return
    setTyped('')
    setAt(chosen ? all.indexOf(chosen) : 0)
  }
  const close = () => setTyped(undefined)
  const choose = (country: Country | undefined) => {
    if (country) onChange(country.code)
    close()
  }
  const type = (text: string) => {
    setTyped(open ? text : searchIn(text, nameOf(chosen)))
    setAt(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => (open ? setAt(Math.min(at + 1, found.length - 1)) : show()),
      ArrowUp: () => (open ? setAt(Math.max(at - 1, 0)) : show()),
      ...(open && { Enter: () => choose(found[at]), Escape: close }),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return { open, search, found, at, chosen, show, close, choose, type, onKeyDown }
}

interface OptionsProps {
  id: string
  countries: Country[]
  at: number
  value: string
  onChoose: (country: Country) => void
}

function Options({ id, countries, at, value, onChoose }: OptionsProps) {
  const { t } = site()
  if (countries.length === 0) {
    return (
      <p className="country-list country-none" role="status">
        {t('checkout.countryNone')}
      </p>
    )
  }
  return (
    <div id={id} className="country-list" role="listbox" aria-label={t('checkout.country')}>
      {countries.map((country, index) => (
        // The keyboard is the field's, which keeps the focus.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={country.code}
          id={`${id}-${country.code}`}
          ref={index === at ? keepInSight : undefined}
          className="country-option"
          role="option"
          tabIndex={-1}
          aria-selected={country.code === value}
          data-active={index === at || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(country)}
        >
          <span>{country.name}</span> <bdi dir="ltr">+{country.callingCode}</bdi>
        </div>
      ))}
    </div>
  )
}

/** Scrolls the list, and only the list, to the option that the keyboard is at. */
function keepInSight(option: HTMLElement | null): void {
  const list = option?.parentElement
  if (!option || !list) return
  const top = option.offsetTop
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + option.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + option.offsetHeight - list.clientHeight
  }
}

/** The search that begins where a chosen name is typed over: whatever is not of the name. */
function searchIn(text: string, name: string): string {
  if (name.startsWith(text)) return ''
  return text.startsWith(name) ? text.slice(name.length) : text
}

/** Isolated, so that the plus stays before its digits in Arabic. */
function nameOf(country: Country | undefined): string {
  return country ? `${country.name} \u2066+${country.callingCode}\u2069` : ''
}

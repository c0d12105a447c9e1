import type { ReactNode } from 'react'
import { formatCount } from '../../lib/i18n/format'

/** A value that a filter can take, as its panel lists it. */
export interface FilterValue {
  value: string | number
  text: string
  /** How many experiences it would leave, if that is known. */
  count?: number
}

interface Props<T> {
  name: string
  label: string
  values: FilterValue[]
  chosen: T
}

/** The values of a filter that takes one of them. */
export function OneOf({ name, label, values, chosen = '' }: Props<string | number | undefined>) {
  return (
    <Values label={label} values={values}>
      {(value) => <input type="radio" name={name} value={value} defaultChecked={value === chosen} />}
    </Values>
  )
}

/** The values of a filter that takes several of them. */
export function SomeOf({ name, label, values, chosen }: Props<string[]>) {
  return (
    <Values label={label} values={values}>
      {(value) => <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(String(value))} />}
    </Values>
  )
}

interface ValuesProps extends Pick<Props<unknown>, 'label' | 'values'> {
  children: (value: FilterValue['value']) => ReactNode
}

function Values({ label, values, children }: ValuesProps) {
  return (
    <fieldset className="filter-choices">
      <legend className="sr-only">{label}</legend>
      {values.map(({ value, text, count }) => (
        <label
          key={value}
          className={count === 0 ? 'filter-choice filter-choice-empty' : 'filter-choice'}
          data-key={value}
        >
          {children(value)}
          <span>{text}</span>
          {count !== undefined && <bdi className="small muted">{formatCount(count)}</bdi>}
        </label>
      ))}
    </fieldset>
  )
}

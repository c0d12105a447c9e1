import type { ReactNode } from 'react'
import { formatCount } from '../../lib/i18n/format'

export interface Choice {
  value: string | number
  text: string
  /** How many experiences it would leave, where that is known. */
  count?: number
}

interface Props<T> {
  name: string
  label: string
  choices: Choice[]
  chosen: T
}

/** Choices of which one holds. */
export function OneOf({ name, label, choices, chosen = '' }: Props<string | number | undefined>) {
  return (
    <Choices label={label} choices={choices}>
      {(value) => <input type="radio" name={name} value={value} defaultChecked={value === chosen} />}
    </Choices>
  )
}

/** Choices of which any may hold. */
export function SomeOf({ name, label, choices, chosen }: Props<string[]>) {
  return (
    <Choices label={label} choices={choices}>
      {(value) => <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(String(value))} />}
    </Choices>
  )
}

interface ChoicesProps extends Pick<Props<unknown>, 'label' | 'choices'> {
  children: (value: Choice['value']) => ReactNode
}

function Choices({ label, choices, children }: ChoicesProps) {
  return (
    <fieldset className="filter-choices">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, text, count }) => (
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

import type { ReactNode } from 'react'
import { formatCount } from '../../lib/i18n/format'

export interface Choice<T> {
  value: T
  text: string
  /** How many experiences it would leave, where that is known. */
  count?: number
}

interface OneOfProps<T> {
  name: string
  label: string
  choices: Choice<T>[]
  chosen: T
  onChoose: (value: T) => void
}

/** Choices of which one holds. */
export function OneOf<T extends string | number | undefined>(props: OneOfProps<T>) {
  const { name, label, choices, chosen, onChoose } = props
  return (
    <fieldset className="filter-choices">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <Row key={String(choice.value)} choice={choice}>
          <input type="radio" name={name} checked={choice.value === chosen} onChange={() => onChoose(choice.value)} />
        </Row>
      ))}
    </fieldset>
  )
}

interface SomeOfProps {
  label: string
  choices: Choice<string>[]
  chosen: string[]
  onChoose: (values: string[]) => void
}

/** Choices of which any may hold. */
export function SomeOf({ label, choices, chosen, onChoose }: SomeOfProps) {
  const without = (value: string) => chosen.filter((other) => other !== value)
  return (
    <fieldset className="filter-choices">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <Row key={choice.value} choice={choice}>
          <input
            type="checkbox"
            checked={chosen.includes(choice.value)}
            onChange={({ target }) => onChoose([...without(choice.value), ...(target.checked ? [choice.value] : [])])}
          />
        </Row>
      ))}
    </fieldset>
  )
}

function Row({ choice: { text, count }, children }: { choice: Choice<unknown>; children: ReactNode }) {
  return (
    <label className={count === 0 ? 'filter-choice filter-choice-empty' : 'filter-choice'}>
      {children}
      <span>{text}</span>
      {count !== undefined && <bdi className="small muted">{formatCount(count)}</bdi>}
    </label>
  )
}

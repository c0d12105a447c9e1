import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

interface Props {
  facts: Fact[]
}

/** The most important facts, as a strip like the stub of a boarding pass. */
export function FactStrip({ facts }: Props) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

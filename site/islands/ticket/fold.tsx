import type { ReactNode } from 'react'
import { Icon } from '../../components/ui/icon'

interface Props {
  label: string
  /** What is chosen within. */
  value: string
  /** From the start. */
  opened?: boolean
  describedBy?: string
  children: ReactNode
}

/** A part of the ticket that opens: what it is and what is chosen stand on its lid. */
export function Fold({ label, value, opened, describedBy, children }: Props) {
  return (
    <details
      className="counts"
      open={opened}
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })}
    >
      <summary className="select" aria-describedby={describedBy}>
        <span className="small muted">{label}</span>
        <span className="select-value">{value}</span>
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  )
}

import type { ReactNode, SyntheticEvent } from 'react'
import { Icon } from './icon'

interface Props {
  title: string
  /** What is chosen within: the lid is then a field, else a link. */
  value?: string
  /** From the start. */
  opened?: boolean
  describedBy?: string
  children: ReactNode
}

/** Something folded away under a lid that tells what it is. */
export function Disclosure({ title, value, opened, describedBy, children }: Props) {
  return (
    <details className="fold" open={opened} onToggle={showWhole}>
      <summary className={value === undefined ? 'go' : 'select'} aria-describedby={describedBy}>
        {value === undefined ? (
          title
        ) : (
          <>
            <span className="small muted">{title}</span>
            <span className="select-value">{value}</span>
          </>
        )}
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  )
}

function showWhole({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' })
}

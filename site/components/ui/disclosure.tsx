import type { ReactNode, SyntheticEvent } from 'react'
import { Icon } from './icon'

interface Props {
  title: string
  /** The value chosen within: the summary then looks like a field, else like a link. */
  value?: string
  /** Open at first. */
  defaultOpen?: boolean
  describedBy?: string
  children: ReactNode
}

/** Content that is hidden until its summary is clicked. */
export function Disclosure({ title, value, defaultOpen, describedBy, children }: Props) {
  return (
    <details className="fold" open={defaultOpen} onToggle={scrollToContent}>
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

function scrollToContent({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' })
}

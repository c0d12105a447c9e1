import type { ReactNode } from 'react'
import { Icon } from '../../components/ui/icon'

interface Props {
  /** Absent while the outcome is unknown. */
  look?: 'success' | 'error' | 'on_hold'
  /** The outcome, in one word. */
  stamp?: string
  title: string
  text?: string
  /** Shown below the text. */
  facts?: ReactNode
  /** The actions. */
  actions?: ReactNode
  children?: ReactNode
}

const icons = { success: 'check', error: 'cross', on_hold: 'clock' } as const

/** A ticket stamped with the outcome of an order. */
export function ResultTicket({ look, stamp, title, text, facts, actions, children }: Props) {
  return (
    <div className={look ? `result ticket result-${look}` : 'result ticket'}>
      <div className="ticket-body">
        {look && stamp && (
          <p className="stamp">
            <Icon name={icons[look]} />
            {stamp}
          </p>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {text && <p>{text}</p>}
        {facts}
        {actions}
      </div>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'

interface Props {
  look: 'success' | 'error' | 'on_hold'
  stamp?: string
  title: string
  text: string
  /** Stands under the words, on the same stub. */
  facts?: ReactNode
  /** What there is to do, under the tear. */
  actions?: ReactNode
  children?: ReactNode
}

/** A ticket stamped with what became of a booking. */
export function ResultTicket({ look, stamp, title, text, facts, actions, children }: Props) {
  return (
    <div className={`result ticket result-${look}`}>
      <div className="ticket-body">
        {stamp && <p className="stamp">{stamp}</p>}
        <h1 tabIndex={-1}>{title}</h1>
        <p>{text}</p>
        {facts}
      </div>
      {actions && (
        <>
          <hr className="tear" />
          <div className="ticket-body">{actions}</div>
        </>
      )}
      {children}
    </div>
  )
}

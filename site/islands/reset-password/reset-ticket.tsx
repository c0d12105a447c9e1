import type { ReactNode } from 'react'

/** The ticket around the form that resets a password. */
export function ResetTicket({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="ticket reset-ticket">
      <div className="reset-head">
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      <div className="ticket-body">{children}</div>
    </div>
  )
}

import type { Place } from './ticket-problem'
import type { TicketState } from './use-ticket'

interface Props {
  ticket: TicketState
  at: Place
}

/** What is wrong with a part of the ticket, beside it; controls point to it with `ticket.describedBy`. */
export function FieldProblem({ ticket: { fault, faultId, adding }, at }: Props) {
  if (fault?.at !== at) return null
  // What comes of a press of the button is read out as the focus moves; the rest comes unasked.
  return (
    <p id={faultId} className="field-error" tabIndex={-1} role={adding.fault ? undefined : 'alert'}>
      {fault.text}
    </p>
  )
}

import type { TicketPart } from './ticket-error'
import type { TicketProps } from './use-ticket'

/** The error of a part of the ticket, beside it; controls point to it with `ticket.describedBy`. */
export function PartError({ ticket: { ticketError, submission }, part }: TicketProps & { part: TicketPart }) {
  if (ticketError?.part !== part) return null
  // After a press of the button the message is read out as it gets the focus; else it is an alert.
  return (
    <p id={ticketError.id} className="field-error" tabIndex={-1} role={submission.ticketError ? undefined : 'alert'}>
      {ticketError.text}
    </p>
  )
}

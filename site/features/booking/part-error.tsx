import type { TicketPart } from './ticket-error'
import type { TicketProps } from './use-ticket'

/** The error of a part of the ticket, beside it; controls point to it with `ticket.describedBy`. */
export function PartError({ ticket: { ticketError, adding }, at }: TicketProps & { at: TicketPart }) {
  if (ticketError?.at !== at) return null
  // After a press of the button the message is read out as it gets the focus; else it is an alert.
  return (
    <p id={ticketError.id} className="field-error" tabIndex={-1} role={adding.ticketError ? undefined : 'alert'}>
      {ticketError.text}
    </p>
  )
}

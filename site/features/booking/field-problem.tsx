import type { TicketPart } from './ticket-problem'
import type { TicketState } from './use-ticket'
import { ContactWays } from '../../components/blocks/contact-ways'
import { t } from '../../lib/site'

/** The message about a part of the ticket, beside it; controls point to it with `ticket.describedBy`. */
export function FieldProblem({ ticket: { ticketError, adding }, at }: { ticket: TicketState; at: TicketPart }) {
  if (ticketError?.at !== at) return null
  // After a press of the button the message is read out as it gets the focus; else it is an alert.
  return (
    <p id={ticketError.id} className="field-error" tabIndex={-1} role={adding.ticketError ? undefined : 'alert'}>
      {ticketError.text}
    </p>
  )
}

/** The message that the server does not answer, with the ways to reach a person. */
export function Unreachable() {
  return (
    <div className="unreachable">
      <p role="status">{t('ticket.unreachable')}</p>
      <p className="small">{t('ticket.reserve')}</p>
      <ContactWays />
    </div>
  )
}

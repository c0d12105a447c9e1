import { lazy, Suspense } from 'react'
import { ActionLink } from '../../components/ui/action-link'
import { ContactWays } from '../../components/blocks/contact-ways'
import { Button } from '../../components/ui/button'
import { isBookable } from './availability'
import { href, t } from '../../lib/site'
import { whenOnline } from '../../lib/navigation/offline'
import type { TicketError } from './ticket-problem'
import type { TicketProps, TicketState } from './use-ticket'

const AddedToCart = lazy(() => whenOnline(() => import('./added-to-cart').then((it) => ({ default: it.AddedToCart }))))

/** The buttons that book now or add to the cart, and the result. */
export function TicketActions({ ticket }: TicketProps) {
  const { adding, slots } = ticket
  const open = slots.data?.slots.some(isBookable)
  if (ticket.unreachable) return <Retry slots={slots} />
  if (adding.added)
    return (
      <Suspense>
        <AddedToCart ticket={ticket} />
      </Suspense>
    )
  return (
    <div className="action" data-field="action">
      <ActionError ticket={ticket} />
      <div className="ticket-actions">
        <Button
          variant="outlined"
          label={t('ticket.add')}
          loading={adding.sending && !adding.goingOn}
          disabled={!open || adding.goingOn}
          onClick={() => adding.add()}
        />
        <Button type="submit" label={t('ticket.book')} loading={adding.goingOn} disabled={!open || adding.sending} />
      </div>
    </div>
  )
}

/** The error of the ticket as a whole, above the button. */
export function ActionError({ ticket: { ticketError } }: TicketProps) {
  if (ticketError?.at !== 'action' && ticketError?.at !== 'request') return null
  return (
    <div id={ticketError.id} tabIndex={-1} className="action-fault">
      {ticketError.help === 'contact' ? <Unreachable /> : <ErrorHelp ticketError={ticketError} />}
    </div>
  )
}

/** A button that repeats the failed request. */
export function Retry({ slots }: Pick<TicketState, 'slots'>) {
  return (
    <Button
      className="ticket-action"
      variant="outlined"
      label={t('error.retry')}
      loading={slots.pending}
      onClick={slots.retry}
    />
  )
}

function ErrorHelp({ ticketError: { text, help } }: { ticketError: TicketError }) {
  return (
    <>
      <p className="field-error">{text}</p>
      {help === 'cart' && <ActionLink label={t('ticket.toCart')} href={href('/cart')} />}
      {help === 'reload' && <ActionLink label={t('ticket.reload')} onClick={() => window.location.reload()} />}
    </>
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

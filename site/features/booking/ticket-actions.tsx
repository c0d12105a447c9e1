import { lazy, Suspense, type PropsWithChildren } from 'react'
import { ActionLink } from '../../components/ui/action-link'
import { ContactLinks } from '../../components/blocks/contact-links'
import { Button } from '../../components/ui/button'
import { isBookable } from './availability'
import { href, t } from '../../lib/site'
import { whenOnline } from '../../lib/navigation/offline'
import type { TicketProps, TicketState } from './use-ticket'

const AddedToCart = lazy(() => whenOnline(() => import('./added-to-cart').then((it) => ({ default: it.AddedToCart }))))

/** The buttons that book now or add to the cart, and the result. */
export function TicketActions({ ticket }: TicketProps) {
  const { submission, slots, draft } = ticket
  const open = slots.data?.slots.some(isBookable)
  if (submission.accepted && !ticket.unreachable)
    return (
      <Suspense>
        <AddedToCart ticket={ticket} />
      </Suspense>
    )
  return (
    <TicketAction ticket={ticket}>
      <div className="ticket-actions">
        <Button
          variant="outlined"
          label={t(draft.changes ? 'ticket.change' : 'ticket.add')}
          loading={submission.sending && !submission.proceeding}
          disabled={!open || submission.proceeding}
          onClick={() => submission.submit()}
        />
        <Button
          type="submit"
          label={t('ticket.book')}
          loading={submission.proceeding}
          disabled={!open || submission.sending}
        />
      </div>
    </TicketAction>
  )
}

/** The button of a ticket under the error of the whole; while the server does not answer, one that tries again. */
export function TicketAction({ ticket, children }: PropsWithChildren<TicketProps>) {
  const { unreachable, slots, ticketError } = ticket
  if (unreachable) {
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
  const isWholeTicketError = ticketError?.part === 'action' || ticketError?.part === 'request'
  return (
    <div className="action" data-field="action">
      {isWholeTicketError && <ActionError {...ticketError} />}
      {children}
    </div>
  )
}

function ActionError({ id, text, remedy }: NonNullable<TicketState['ticketError']>) {
  return (
    <div id={id} tabIndex={-1} className="action-error">
      {remedy === 'contact' ? <ServerUnreachable /> : <p className="field-error">{text}</p>}
      {remedy === 'cart' && <ActionLink label={t('ticket.toCart')} href={href('/cart')} />}
      {remedy === 'reload' && <ActionLink label={t('ticket.reload')} onClick={() => window.location.reload()} />}
    </div>
  )
}

/** The message that the server does not answer, with the ways to reach a person. */
export function ServerUnreachable() {
  return (
    <div className="unreachable">
      <p role="status">{t('ticket.unreachable')}</p>
      <p className="small">{t('ticket.reserve')}</p>
      <ContactLinks />
    </div>
  )
}

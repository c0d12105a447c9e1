import { useEffect, useRef } from 'react'
import { Button } from '../../components/ui/button'
import { Icon } from '../../components/ui/icon'
import { isBookable } from './availability'
import { formatDayShort, formatTime } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { cityPath } from '../../lib/navigation/site-path'
import type { TicketError } from './ticket-problem'
import { Unreachable } from './unreachable'
import type { TicketState } from './use-ticket'

interface Props {
  ticket: TicketState
}

/** The buttons that book now or add to the cart, and the result. */
export function Action({ ticket }: Props) {
  const { t } = site()
  const { adding, slots } = ticket
  const open = slots.data?.slots.some(isBookable)
  if (ticket.unreachable) return <Retry slots={slots} />
  if (adding.added) return <Added ticket={ticket} />
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

/** What went wrong with the whole of it, above the button. */
export function ActionError({ ticket: { ticketError } }: Props) {
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
      label={site().t('error.retry')}
      loading={slots.pending}
      onClick={slots.retry}
    />
  )
}

function ErrorHelp({ ticketError: { text, help } }: { ticketError: TicketError }) {
  const { t, href } = site()
  return (
    <>
      <p className="field-error">{text}</p>
      {help === 'cart' && (
        <a className="go link" href={href('/cart')}>
          {t('ticket.toCart')}
        </a>
      )}
      {help === 'reload' && (
        <button type="button" className="go link" onClick={() => window.location.reload()}>
          {t('ticket.reload')}
        </button>
      )}
    </>
  )
}

/** The ticket is in the cart: where to go from here. */
function Added({ ticket: { draft, product, adding } }: Props) {
  const { t, href } = site()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [adding.outcome])
  const { day, time } = draft
  const when = [day && formatDayShort(day), time && formatTime(time)].filter(Boolean).join(' · ')
  return (
    <div className="added" ref={box} tabIndex={-1} role="group" aria-label={t('ticket.added')}>
      <p className="strong">
        <Icon name="check" />
        {t('ticket.added')}
      </p>
      <p>
        {draft.option.title}
        <span className="block">{when}</span>
      </p>
      <p className="small">{t('ticket.notHeld')}</p>
      <Button className="ticket-action" href={href('/cart')} label={t('ticket.toCart')} />
      <a className="go link" href={href(cityPath(product.city.id))}>
        {t('ticket.keepLooking', { city: product.city.name })}
      </a>
    </div>
  )
}

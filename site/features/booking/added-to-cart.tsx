import { useEffect, useRef } from 'react'
import { ActionLink } from '../../components/ui/action-link'
import { Button } from '../../components/ui/button'
import { Icon } from '../../components/ui/icon'
import { dot, formatDayShort, formatTime } from '../../lib/i18n/format'
import { cityPath } from '../../lib/navigation/site-path'
import { href, t } from '../../lib/site'
import type { TicketProps } from './use-ticket'

/** The confirmation that the ticket is in the cart, with the next steps. */
export function AddedToCart({ ticket: { draft, product, submission } }: TicketProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [submission.outcome])
  const { date, startTime, changes } = draft
  const done = t(changes ? 'ticket.changed' : 'ticket.added')
  const when = [date && formatDayShort(date), startTime && formatTime(startTime)].filter(Boolean).join(dot)
  return (
    <div className="added" ref={box} tabIndex={-1} role="group" aria-label={done}>
      <p className="strong">
        <Icon name="check" />
        {done}
      </p>
      <p>
        {draft.option.title}
        <span className="block">{when}</span>
      </p>
      <p className="small">{t('ticket.notHeld')}</p>
      <Button className="ticket-action" href={href('/cart')} label={t('ticket.toCart')} />
      <ActionLink label={t('ticket.keepLooking', { city: product.city.name })} href={href(cityPath(product.city))} />
    </div>
  )
}

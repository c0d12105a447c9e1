import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../components/ui/icon'
import { formatDayShort } from '../../lib/i18n/format'
import { whenOnline } from '../../lib/navigation/offline'
import { t } from '../../lib/site'
import { PartError } from './part-error'
import type { TicketProps } from './use-ticket'

const loadCalendar = () => import('./ticket-calendar').then((module) => ({ default: module.TicketCalendar }))
const preloadCalendar = () => void loadCalendar().catch(() => {})
const TicketCalendar = lazy(() => whenOnline(loadCalendar))

export function DateField({ ticket, defaultOpen }: TicketProps & { defaultOpen: boolean }) {
  const [open, setOpen] = useState(defaultOpen)
  const panel = useId()
  const field = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { current } = field
    if (!open || !current) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The sheet around it stays.
      event.preventDefault()
      setOpen(false)
      button.current?.focus()
    }
    current.addEventListener('keydown', closeOnEscape)
    return () => current.removeEventListener('keydown', closeOnEscape)
  }, [open])
  return (
    <div ref={field} className="date-field" data-field="date">
      <button
        ref={button}
        type="button"
        className="select"
        aria-expanded={open}
        aria-controls={panel}
        aria-describedby={ticket.describedBy('date')}
        onPointerEnter={preloadCalendar}
        onClick={() => setOpen(!open)}
      >
        <span className="small muted">{t('ticket.date')}</span>
        <span>{ticket.slots.day ? formatDayShort(ticket.slots.day) : t('ticket.chooseDate')}</span>
        <Icon name="chevron" />
      </button>
      <div id={panel} hidden={!open} role="group" aria-label={t('ticket.calendar')}>
        {open && (
          <Suspense fallback={<p className="calendar-wait muted">{t('ticket.loading')}</p>}>
            <TicketCalendar
              ticket={ticket}
              onChoose={(day) => {
                ticket.change({ date: day })
                setOpen(false)
                button.current?.focus()
              }}
            />
          </Suspense>
        )}
      </div>
      <PartError ticket={ticket} part="date" />
    </div>
  )
}

import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Icon } from '../../components/ui/icon'
import { formatDayShort } from '../../lib/format'
import { site } from '../../lib/site'
import { addDays, horizonDays, isOpen } from './schedule'
import type { TicketProduct } from './ticket-product'
import type { Chosen } from './use-choice'

// The calendar is for those who open it.
const Calendar = lazy(() => import('./calendar').then((module) => ({ default: module.Calendar })))

interface Props {
  product: TicketProduct
  chosen: Chosen
}

export function DateField({ product: { timeZone }, chosen }: Props) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { t } = site()
  const { option, day, today, now } = chosen
  return (
    <div className="date-field">
      <button
        ref={button}
        type="button"
        className="select"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <span className="small muted">{t('ticket.date')}</span>
        <span>{day ? formatDayShort(day) : t('ticket.chooseDate')}</span>
        <Icon name="chevron" />
      </button>
      <div id={panel} hidden={!open}>
        {open && (
          <Suspense fallback={<p className="calendar-wait muted">{t('ticket.loading')}</p>}>
            <Calendar
              day={day}
              today={today}
              last={addDays(today, horizonDays)}
              isOpen={(at) => isOpen(option.schedule, at, timeZone, now)}
              onChoose={(at) => {
                chosen.change({ day: at })
                setOpen(false)
                button.current?.focus()
              }}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

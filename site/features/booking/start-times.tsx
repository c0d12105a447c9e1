import { useId } from 'react'
import { isBookable, type Slot } from './availability'
import { formatTime } from '../../lib/i18n/format'
import type { Hours, Option } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { leftOf } from './pricing'
import type { TicketState } from './use-ticket'

interface Props {
  ticket: TicketState
  slots: Slot[]
}

/** The starts of a day, or its opening hours, with the seats left. */
export function StartTimes({ ticket, slots }: Props) {
  const hours = slots.flatMap((slot) => slot.openingHours ?? [])
  return hours.length > 0 ? (
    <OpenHours ticket={ticket} hours={hours} slots={slots} />
  ) : (
    <Starts ticket={ticket} slots={slots} />
  )
}

function Starts({ ticket, slots }: Props) {
  const name = useId()
  const { t } = site()
  return (
    <fieldset className="chips" aria-describedby={ticket.describedBy('times')}>
      <legend>
        {t('ticket.times')} · {t('ticket.localTime', { city: ticket.product.city.name })}
      </legend>
      {slots.map((slot) => {
        const note = noteOf(slot, ticket.draft.option)
        return (
          <label key={slot.startTime} className="chip">
            <input
              type="radio"
              name={name}
              disabled={!isBookable(slot)}
              checked={slot === ticket.slot}
              onChange={() => ticket.change({ date: ticket.slots.day, startTime: slot.startTime })}
            />
            <bdi>{formatTime(slot.startTime ?? '')}</bdi>
            {note && <span className="chip-note">{note}</span>}
          </label>
        )
      })}
    </fieldset>
  )
}

function OpenHours({ ticket, hours, slots }: Props & { hours: Hours[] }) {
  const { t } = site()
  const note = slots[0] && noteOf(slots[0], ticket.draft.option)
  return (
    <p className="hours">
      <span className="small muted">
        {t('ticket.hours')} · {t('ticket.localTime', { city: ticket.product.city.name })}
      </span>
      {hours.map(({ from, to }) => (
        <span key={from} className="block strong">
          {t('facts.between', { from: formatTime(from), to: formatTime(to) })}
        </span>
      ))}
      {note && <span className="small block">{note}</span>}
    </p>
  )
}

function noteOf({ status, vacancies }: Slot, option: Option): string | undefined {
  const { t } = site()
  if (status === 'LIMITED') return t('ticket.left', { count: leftOf(option, vacancies) })
  if (status === 'SOLD_OUT') return t('ticket.soldOut')
  return status === 'CLOSED' ? t('ticket.startClosed') : undefined
}

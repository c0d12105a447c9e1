import { useId, type ReactNode } from 'react'
import { isBookable, type Slot } from './availability'
import { Icon } from '../../components/ui/icon'
import type { Day } from '../../lib/i18n/clock'
import { dot, formatDayShort, formatTime } from '../../lib/i18n/format'
import { t } from '../../lib/site'

interface Props {
  slots: Slot[]
  chosen: Slot | undefined
  /** The city in whose time zone the times are. */
  city: string
  /** Returns how many are left of a start, in the unit that visitors count, by its seats. */
  remainingUnits?: (vacancies: number) => number
  describedBy?: string
  onChoose: (slot: Slot) => void
}

/** The starts of a day, or its opening hours, with the number left of each. */
export function StartTimes({ slots, chosen, city, remainingUnits = Number, describedBy, onChoose }: Props) {
  const name = useId()
  const hours = slots.flatMap((slot) => slot.openingHours ?? [])
  const noteOf = ({ status, vacancies }: Slot) => {
    if (status === 'LIMITED') return t('ticket.left', { count: remainingUnits(vacancies) })
    if (status === 'SOLD_OUT') return t('ticket.soldOut')
    return status === 'CLOSED' && t('ticket.startClosed')
  }
  const heading = (label: string) => `${label}${dot}${t('ticket.localTime', { city })}`
  if (hours.length > 0) {
    const note = slots[0] && noteOf(slots[0])
    return (
      <p className="hours">
        <span className="small muted">{heading(t('ticket.hours'))}</span>
        {hours.map(({ from, to }) => (
          <span key={from} className="block strong">
            {t('facts.between', { from: formatTime(from), to: formatTime(to) })}
          </span>
        ))}
        {note && <span className="small block">{note}</span>}
      </p>
    )
  }
  return (
    <fieldset className="chips" aria-describedby={describedBy}>
      <legend>{heading(t('ticket.times'))}</legend>
      {slots.map((slot) => {
        const note = noteOf(slot)
        return (
          <label key={slot.startTime} className="chip">
            <input
              type="radio"
              name={name}
              disabled={!isBookable(slot)}
              checked={slot === chosen}
              onChange={() => onChoose(slot)}
            />
            <bdi>{formatTime(slot.startTime ?? '')}</bdi>
            {note && <span className="chip-note">{note}</span>}
          </label>
        )
      })}
    </fieldset>
  )
}

interface NoStartProps {
  /** The nearest days that can be booked. */
  nearest: Day[]
  onChoose: (day: Day) => void
  /** Shown if no day is near. */
  children?: ReactNode
}

/** The message that a day has nothing to book, with the nearest days that have. */
export function NoStart({ nearest, onChoose, children }: NoStartProps) {
  return (
    <div className="no-option">
      <p className="notice" role="status">
        <Icon name="info" />
        {t('ticket.noOption')}
      </p>
      {nearest.length > 0 ? (
        <>
          <p className="small muted">{t('ticket.nearest')}</p>
          <ul className="chips">
            {nearest.map((day) => (
              <li key={day}>
                <button type="button" className="chip" onClick={() => onChoose(day)}>
                  {formatDayShort(day)}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        children
      )}
    </div>
  )
}

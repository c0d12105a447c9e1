import './month-picker.css'
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { firstWeekday, type Day } from '../../lib/i18n/clock'
import { formatMonth, formatWeekday } from '../../lib/i18n/format'
import { site, t } from '../../lib/site'
import { addMonths, daysToward, monthOf, weeksOf } from './month-grid'

interface Props {
  today: Day
  /** Days before it are past. */
  first: Day
  last: Day
  selected: Day | undefined
  /** The month that is shown at first, by one of its days. */
  start: Day
  onMonthChange: (day: Day) => void
  canChoose: (day: Day) => boolean
  /** Reports whether it is still to be seen if a day can be chosen: keys lead to such a day. */
  isUnknown?: (day: Day) => boolean
  labelOf: (day: Day) => string
  onChoose: (day: Day) => void
  /** Returns the content below a day's number; the day's label has the same in words. */
  note: (day: Day) => ReactNode
}

const dayOfTarget = ({ target }: { target: EventTarget }) =>
  (target as Element).closest<HTMLElement>('[data-day]')?.dataset.day

/** A month to choose a day from: Tab reaches one day, from which the keys of `daysToward` move on. */
export function MonthPicker(props: Props) {
  const { today, first, last, selected, canChoose, onChoose } = props
  const { locale } = site()
  const firstDay = firstWeekday(locale.iso)
  const { month, show, focused, onKeyDown, grid } = useMonth(props, firstDay)
  const onClick = (event: MouseEvent) => {
    const day = dayOfTarget(event)
    if (day && canChoose(day)) onChoose(day)
  }
  const weeks = weeksOf(month, firstDay)
  const openDays = weeks.flat().filter((day) => day && canChoose(day))
  const tabStop = [focused, selected, today].find((day) => openDays.includes(day)) ?? openDays[0]
  return (
    <div className="calendar" dir={locale.dir}>
      <MonthButtons month={month} from={monthOf(first)} to={monthOf(last)} show={show} />
      <div className="calendar-month" role="status">
        {formatMonth(`${month}-01`)}
      </div>
      <table role="grid" aria-label={formatMonth(`${month}-01`)} onClick={onClick} onKeyDown={onKeyDown} {...grid}>
        <thead>
          <tr>{[0, 1, 2, 3, 4, 5, 6].map((n) => weekdayHeading((firstDay + n) % 7))}</tr>
        </thead>
        <tbody>
          {weeks.map((days, week) => (
            <tr key={week}>
              {days.map((day, n) =>
                day ? <DayCell key={day} {...{ ...props, day, tabStop, focused }} /> : <td key={n} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The month that is shown, and the day in it that has the focus. */
function useMonth({ first, last, start, onMonthChange, canChoose, isUnknown }: Props, firstDay: number) {
  const [month, setMonth] = useState(monthOf(start))
  const [focused, setFocused] = useState<Day>()
  const grid = useRef<HTMLTableElement>(null)
  const focusMoved = useRef(false)
  const rtl = site().locale.dir === 'rtl'
  useEffect(() => {
    if (focusMoved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
    focusMoved.current = false
  }, [focused])
  const show = (next: string) => {
    if (next === month || next < monthOf(first) || next > monthOf(last)) return
    setMonth(next)
    onMonthChange(`${next}-01`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = dayOfTarget(event)
    const toward = from && daysToward(event, from, { first, last, firstDay, rtl })
    if (!toward) return
    event.preventDefault()
    const day = toward.find((at) => canChoose(at) || isUnknown?.(at))
    if (!day || day === from) return
    focusMoved.current = true
    setFocused(day)
    show(monthOf(day))
  }
  const onFocus = (event: FocusEvent) => setFocused(dayOfTarget(event))
  return { month, show, focused, onKeyDown, grid: { ref: grid, onFocus, onBlur: () => setFocused(undefined) } }
}

interface MonthButtonsProps {
  month: string
  from: string
  to: string
  show: (month: string) => void
}

/** The buttons to the months before and after. */
function MonthButtons({ month, from, to, show }: MonthButtonsProps) {
  const monthButton = (label: string, by: 1 | -1, atEnd: boolean) => (
    <button
      type="button"
      className="sign-button"
      aria-label={label}
      aria-disabled={atEnd}
      onClick={() => show(addMonths(month, by))}
    >
      <svg className={by > 0 ? 'next' : undefined} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M16 18.1 9.8 12 16 5.9 14.1 4 6 12l8.1 8z" />
      </svg>
    </button>
  )
  return (
    <nav aria-label={t('ticket.calendar')}>
      {monthButton(t('pager.previous'), -1, month <= from)}
      {monthButton(t('pager.next'), 1, month >= to)}
    </nav>
  )
}

function weekdayHeading(weekday: number) {
  // Arabic has no short names of days, only whole ones and letters.
  const width = site().locale.dir === 'rtl' ? 'narrow' : 'short'
  return (
    <th key={weekday} scope="col" aria-label={formatWeekday(weekday)}>
      {formatWeekday(weekday, width)}
    </th>
  )
}

interface DayCellProps extends Props {
  day: Day
  /** The day that Tab reaches. */
  tabStop: Day | undefined
  focused: Day | undefined
}

function DayCell({ day, today, first, selected, tabStop, focused, canChoose, labelOf, note }: DayCellProps) {
  const closed = !canChoose(day)
  return (
    <td role="gridcell" aria-selected={day === selected || undefined} className={day < first ? 'day-past' : undefined}>
      <button
        type="button"
        data-day={day}
        tabIndex={day === tabStop ? 0 : -1}
        // A day that closes while it has the focus keeps it.
        disabled={closed && day !== focused}
        aria-disabled={closed || undefined}
        aria-current={day === today ? 'date' : undefined}
      >
        <span className="sr-only">{labelOf(day)}</span>
        <span className="day-number" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
        {note(day)}
      </button>
    </td>
  )
}

import { useState } from 'react'
import { fetchMonth, isBookable, type CalendarDay } from '../../features/booking/availability'
import { NoStart, StartTimes } from '../../features/booking/start-times'
import { monthOf } from '../../features/month-picker/month-grid'
import { MonthPicker } from '../../features/month-picker/month-picker'
import { LoadFailure } from '../../features/http/load-failure'
import { useRequest } from '../../features/http/use-request'
import { timeZonePlace } from '../../features/order/booking'
import type { Booking } from '../../features/order/order'
import { addDays, dayAt, horizonDays, type Day } from '../../lib/i18n/clock'
import { formatDate } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import type { MoveState } from './use-move'

interface Props {
  move: MoveState
  booking: Booking
}

/** The calendar of a move: days with free seats, and the booked day. */
export function MoveCalendar({ move, booking }: Props) {
  const [today] = useState(() => dayAt(Date.now(), booking.timeZone))
  const [shown, setShown] = useState(move.date < today ? today : move.date)
  const month = monthOf(shown)
  const { data, problem, pending, retry } = useRequest([move.option.id, month].join(' '), (signal) =>
    fetchMonth(move.query, month, signal),
  )
  const days = new Map(data?.map((one) => [one.date, one]))
  const canChoose = (day: Day) => day === booking.date || isOpenDay(days.get(day))
  return (
    <div className="move-calendar">
      <MonthPicker
        today={today}
        first={today}
        last={addDays(today, horizonDays)}
        selected={move.date}
        start={shown}
        onMonthChange={setShown}
        canChoose={canChoose}
        isUnknown={(day) => !data || monthOf(day) !== month}
        labelOf={(day) => labelOf(day, days.get(day), booking)}
        onChoose={(day) => move.change({ date: day })}
        note={(day) => (
          <span className="day-note" aria-hidden="true">
            {day === booking.date ? t('move.booked') : days.get(day)?.status === 'SOLD_OUT' && t('ticket.full')}
          </span>
        )}
      />
      <p className="small muted" role="status">
        {pending && !data && t('ticket.checking')}
        {data && !data.some(isOpenDay) && t('ticket.monthEmpty')}
      </p>
      {problem && !data && <LoadFailure problem={problem} onRetry={retry} />}
    </div>
  )
}

function isOpenDay(known: CalendarDay | undefined): boolean {
  return known !== undefined && isBookable(known)
}

function labelOf(day: Day, known: CalendarDay | undefined, booking: Booking): string {
  const date = formatDate(day)
  if (day === booking.date) return t('move.bookedDay', { date })
  return known?.status === 'SOLD_OUT' ? t('ticket.daySoldOut', { date }) : date
}

/** The starts of the chosen day, or its opening hours. */
export function MoveStarts({ move, booking }: Props) {
  const { slots, slot, slotsProblem, nearest } = move
  if (slotsProblem) return <LoadFailure problem={slotsProblem} onRetry={move.retry} />
  if (!slots) return <p role="status">{t('ticket.checking')}</p>
  if (!slots.some(isBookable)) return <NoStart nearest={nearest} onChoose={(date) => move.change({ date })} />
  return (
    <StartTimes
      slots={slots}
      chosen={slot}
      city={timeZonePlace(booking)}
      onChoose={({ startTime }) => move.change({ startTime })}
    />
  )
}

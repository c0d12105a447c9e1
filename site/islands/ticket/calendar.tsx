import { DayPicker } from 'react-day-picker'
import { formatDate, formatMonth, formatWeekday } from '../../lib/format'
import { site } from '../../lib/site'
import type { Day } from './schedule'

export interface Props {
  day: Day | undefined
  today: Day
  last: Day
  isOpen: (day: Day) => boolean
  onChoose: (day: Day) => void
}

// The picker thinks in the browser's local midnights; days here are the destination's, so only their digits pass.
const toDate = (day: Day) => new Date(`${day}T12:00:00`)
const toDay = (date: Date): Day =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** A month to choose a day from; days that cannot be booked are shown and cannot be chosen. */
export function Calendar({ day, today, last, isOpen, onChoose }: Props) {
  const { locale, t } = site()
  return (
    <DayPicker
      className="calendar"
      mode="single"
      required
      dir={locale.dir}
      numerals="latn"
      weekStartsOn={locale.dir === 'rtl' ? 0 : 1}
      today={toDate(today)}
      selected={day ? toDate(day) : undefined}
      defaultMonth={toDate(day ?? today)}
      startMonth={toDate(today)}
      endMonth={toDate(last)}
      disabled={(date) => {
        const at = toDay(date)
        return at < today || at > last || !isOpen(at)
      }}
      onSelect={(date: Date) => onChoose(toDay(date))}
      formatters={{
        formatCaption: (month) => formatMonth(toDay(month)),
        // Arabic has no short names of days, only whole ones and letters.
        formatWeekdayName: (date) => formatWeekday(date.getDay(), locale.dir === 'rtl' ? 'narrow' : 'short'),
      }}
      labels={{
        labelDayButton: (date) => formatDate(toDay(date)),
        labelGrid: (month) => formatMonth(toDay(month)),
        labelWeekday: (date) => formatWeekday(date.getDay()),
        labelNext: () => t('pager.next'),
        labelPrevious: () => t('pager.previous'),
        labelNav: () => t('ticket.calendar'),
      }}
    />
  )
}

import './month-picker.css'
import type { ReactElement } from 'react'
import { DayPicker, type DayButtonProps } from 'react-day-picker'
import type { Day } from '../../lib/i18n/clock'
import { formatMonth, formatWeekday } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { firstWeekday, toDate, toDay } from './local-dates'

interface Props {
  today: Day
  last: Day
  selected: Day | undefined
  /** The month that is shown at first, by one of its days. */
  start: Day
  onMonth?: (day: Day) => void
  canChoose: (day: Day) => boolean
  labelOf: (day: Day) => string
  /** Called with undefined when the selected day is chosen again, unless one is required. */
  onChoose: (day: Day | undefined) => void
  required?: boolean
  DayButton?: (props: DayButtonProps) => ReactElement
}

/** A month to choose a day from. */
export function MonthPicker(props: Props) {
  const { today, last, selected, start, onMonth, canChoose, labelOf, onChoose, required = false, DayButton } = props
  const { locale, t } = site()
  return (
    <DayPicker
      className="calendar"
      mode="single"
      required={required}
      dir={locale.dir}
      numerals="latn"
      weekStartsOn={firstWeekday(locale.iso)}
      today={toDate(today)}
      selected={selected ? toDate(selected) : undefined}
      defaultMonth={toDate(start)}
      onMonthChange={(month) => onMonth?.(toDay(month))}
      startMonth={toDate(today)}
      endMonth={toDate(last)}
      disabled={(date) => !canChoose(toDay(date))}
      modifiers={{ past: (date) => toDay(date) < today }}
      modifiersClassNames={{ past: 'day-past' }}
      onSelect={(date: Date | undefined) => onChoose(date && toDay(date))}
      components={DayButton && { DayButton }}
      formatters={{
        formatCaption: (date) => formatMonth(toDay(date)),
        // Arabic has no short names of days, only whole ones and letters.
        formatWeekdayName: (date) => formatWeekday(date.getDay(), locale.dir === 'rtl' ? 'narrow' : 'short'),
      }}
      labels={{
        labelDayButton: (date) => labelOf(toDay(date)),
        labelGrid: (date) => formatMonth(toDay(date)),
        labelWeekday: (date) => formatWeekday(date.getDay()),
        labelNext: () => t('pager.next'),
        labelPrevious: () => t('pager.previous'),
        labelNav: () => t('ticket.calendar'),
      }}
    />
  )
}

import '../../styles/calendar.css'
import { DayPicker } from 'react-day-picker'
import { addDays, type Day } from '../../lib/clock'
import { formatDate, formatMonth, formatWeekday } from '../../lib/format'
import { site } from '../../lib/site'
import { toDate, toDay } from '../ticket/calendar-days'
import { today } from './use-wish'
import { horizonDays } from './wish'

interface Props {
  day: Day | undefined
  onChoose: (day: Day | undefined) => void
}

/** A month to choose a day from. */
export function DayChoice({ day, onChoose }: Props) {
  const { locale, t } = site()
  const first = today()
  const last = addDays(first, horizonDays)
  return (
    <DayPicker
      className="calendar"
      mode="single"
      dir={locale.dir}
      numerals="latn"
      weekStartsOn={locale.dir === 'rtl' ? 0 : 1}
      today={toDate(first)}
      selected={day ? toDate(day) : undefined}
      defaultMonth={toDate(day ?? first)}
      startMonth={toDate(first)}
      endMonth={toDate(last)}
      disabled={[{ before: toDate(first) }, { after: toDate(last) }]}
      modifiers={{ past: { before: toDate(first) } }}
      modifiersClassNames={{ past: 'day-past' }}
      onSelect={(date) => onChoose(date && toDay(date))}
      formatters={{
        formatCaption: (date) => formatMonth(toDay(date)),
        // Arabic has no short names of days, only whole ones and letters.
        formatWeekdayName: (date) => formatWeekday(date.getDay(), locale.dir === 'rtl' ? 'narrow' : 'short'),
      }}
      labels={{
        labelDayButton: (date) => formatDate(toDay(date)),
        labelGrid: (date) => formatMonth(toDay(date)),
        labelWeekday: (date) => formatWeekday(date.getDay()),
        labelNext: () => t('pager.next'),
        labelPrevious: () => t('pager.previous'),
        labelNav: () => t('ticket.calendar'),
      }}
    />
  )
}

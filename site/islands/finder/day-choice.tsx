import { MonthPicker } from '../../features/calendar/month-picker'
import { addDays, type Day } from '../../lib/i18n/clock'
import { formatDate } from '../../lib/i18n/format'
import { today } from './use-wish'
import { horizonDays } from './wish'

interface Props {
  day: Day | undefined
  onChoose: (day: Day | undefined) => void
}

/** The filter by day. */
export function DayChoice({ day, onChoose }: Props) {
  const first = today()
  const last = addDays(first, horizonDays)
  return (
    <MonthPicker
      today={first}
      last={last}
      selected={day}
      start={day ?? first}
      canChoose={(at) => at >= first && at <= last}
      labelOf={formatDate}
      onChoose={onChoose}
    />
  )
}

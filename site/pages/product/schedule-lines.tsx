import { dot, formatDayOfYear, formatList, formatTime, formatWeekday } from '../../lib/i18n/format'
import { firstWeekday } from '../../lib/i18n/clock'
import { formatSpan } from '../../lib/i18n/span'
import type { Schedule, Season } from '../../lib/payload.gen'
import { site, t } from '../../lib/site'

/**
 * The published schedule, season by season. It is independent of today, since pages are read weeks after their build.
 */
export function ScheduleLines({
  schedule: { seasons = [], closedDays, leadMinutes },
}: {
  schedule: Partial<Schedule>
}) {
  return (
    <ul className="schedule">
      {seasons.map((season, i) => (
        <li key={i}>
          <b>{seasonDays(season)}</b>
          {seasonTimes(season).map((time) => dot + time)}
        </li>
      ))}
      {closedDays && closedDays.length > 0 && (
        <li className="muted">{t('schedule.closed', { days: formatList(closedDays.map(formatDayOfYear)) })}</li>
      )}
      {leadMinutes ? <li className="muted">{t('schedule.lead', { span: formatSpan(leadMinutes) })}</li> : null}
    </ul>
  )
}

function seasonDays({ from, to }: Season): string {
  if (!from || !to) return t('schedule.allYear')
  return t('schedule.season', { from: formatDayOfYear(from), to: formatDayOfYear(to) })
}

function seasonTimes({ weekdays, startTimes, openingHours }: Season): string[] {
  const days =
    weekdays.length === 7 ? t('schedule.everyDay') : formatList(sortByWeek(weekdays).map((day) => formatWeekday(day)))
  const hours = (openingHours ?? []).map(({ from, to }) =>
    t('schedule.open', { from: formatTime(from), to: formatTime(to) }),
  )
  const starts = startTimes?.length ? [t('schedule.starts', { times: formatList(startTimes.map(formatTime)) })] : []
  return [days, ...starts, ...hours]
}

/** Weekdays in the order of the language's week, as the calendar has them. */
function sortByWeek(weekdays: number[]): number[] {
  const first = firstWeekday(site().locale.iso)
  return [...weekdays].sort((a, b) => ((a - first + 7) % 7) - ((b - first + 7) % 7))
}

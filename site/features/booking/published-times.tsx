import type { Day } from '../../lib/i18n/clock'
import { formatDayShort, formatList, formatTime } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { openingsOn } from './schedule'
import type { TicketState } from './use-ticket'

interface Props {
  ticket: TicketState
  day: Day
}

/** The published start times of a day, while the server does not answer. */
export function PublishedTimes({ ticket: { draft, product, now }, day }: Props) {
  const { t } = site()
  const { startTimes, hours } = openingsOn(draft.option.schedule, day, product.timeZone, now)
  const times =
    startTimes.length > 0
      ? startTimes.map(formatTime)
      : hours.map(({ from, to }) => t('facts.between', { from: formatTime(from), to: formatTime(to) }))
  if (times.length === 0) return <p>{t('ticket.tooLate')}</p>
  const date = formatDayShort(day)
  return (
    <p>
      <span className="small muted block">
        {t(startTimes.length > 0 ? 'ticket.publishedTimes' : 'ticket.publishedHours', { date })}
      </span>
      <span className="strong">{formatList(times)}</span>
    </p>
  )
}

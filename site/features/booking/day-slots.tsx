import { ActionLink } from '../../components/ui/action-link'
import { isBookable } from './availability'
import { formatDayShort, formatList, formatTime } from '../../lib/i18n/format'
import { href, t } from '../../lib/site'
import { cityPath } from '../../lib/navigation/site-path'
import { PartError } from './part-error'
import { remainingUnits } from './pricing'
import { NoStart, StartTimes } from './start-times'
import { WaitingListButton } from './waiting-list-button'
import { ServerUnreachable } from './ticket-actions'
import type { TicketProps } from './use-ticket'
import type { Day } from '../../lib/i18n/clock'
import { openingsOn } from './schedule'

interface Props extends TicketProps {
  /** Called when a day is chosen by a button that disappears, to move the focus. */
  onDayChosen: () => void
}

/** The slots of the chosen day; the published times if the server does not answer. */
export function DaySlots({ ticket, onDayChosen }: Props) {
  return (
    <div className="day-slots" data-field="times">
      <PartError ticket={ticket} part="times" />
      <SlotList ticket={ticket} onDayChosen={onDayChosen} />
    </div>
  )
}

function SlotList({ ticket, onDayChosen }: Props) {
  const { slots, slot, draft, product } = ticket
  const choose = (date: Day) => {
    ticket.change({ date })
    onDayChosen()
  }
  const noStart = (
    <NoStart nearest={slots.data?.nearest ?? []} onChoose={choose}>
      <ActionLink label={t('booking.similar')} href={href(cityPath(product.city))} />
    </NoStart>
  )
  if (!slots.day) return noStart
  if (slots.data) {
    return (
      <>
        {slots.data.slots.some(isBookable) ? (
          <StartTimes
            slots={slots.data.slots}
            chosen={slot}
            city={product.city.name}
            remainingUnits={(vacancies) => remainingUnits(draft.option, vacancies)}
            describedBy={ticket.describedBy('times')}
            onChoose={({ startTime }) => ticket.change({ date: slots.day, startTime })}
          />
        ) : (
          noStart
        )}
        <WaitingListButton ticket={ticket} day={slots.day} slots={slots.data.slots} />
      </>
    )
  }
  if (slots.problem) {
    return (
      <>
        <PublishedTimes ticket={ticket} day={slots.day} />
        {ticket.unreachable && <ServerUnreachable />}
      </>
    )
  }
  return (
    <div className="slots-wait" role="status">
      <span className="sr-only">{t('ticket.checking')}</span>
      <span className="wait-bar" />
      <span className="wait-bar" />
    </div>
  )
}

/** The published start times of a day, while the server does not answer. */
function PublishedTimes({ ticket: { draft, product, now }, day }: TicketProps & { day: Day }) {
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

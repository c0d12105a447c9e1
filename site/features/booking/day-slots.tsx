import { Icon } from '../../components/ui/icon'
import { isBookable } from './availability'
import { formatDayShort } from '../../lib/i18n/format'
import { site } from '../../lib/site'
import { cityPath } from '../../lib/navigation/site-path'
import { FieldProblem } from './field-problem'
import { PublishedTimes } from './published-times'
import { StartTimes } from './start-times'
import { WaitingOpener } from './waiting-opener'
import { Unreachable } from './unreachable'
import type { TicketState } from './use-ticket'

interface Props {
  ticket: TicketState
  /** Called when a day is chosen by a button that disappears, to move the focus. */
  onDayChosen: () => void
}

/** The slots of the chosen day; the published times if the server does not answer. */
export function DaySlots({ ticket, onDayChosen }: Props) {
  return (
    <div className="day-slots" data-field="times">
      <FieldProblem ticket={ticket} at="times" />
      <Answer ticket={ticket} onDayChosen={onDayChosen} />
    </div>
  )
}

function Answer({ ticket, onDayChosen }: Props) {
  const { t } = site()
  const { slots } = ticket
  if (!slots.day) return <NoOption ticket={ticket} nearest={[]} onDayChosen={onDayChosen} />
  if (slots.data) {
    return (
      <>
        {slots.data.slots.some(isBookable) ? (
          <StartTimes ticket={ticket} slots={slots.data.slots} />
        ) : (
          <NoOption ticket={ticket} nearest={slots.data.nearest} onDayChosen={onDayChosen} />
        )}
        <WaitingOpener ticket={ticket} day={slots.day} slots={slots.data.slots} />
      </>
    )
  }
  if (slots.problem) {
    return (
      <>
        <PublishedTimes ticket={ticket} day={slots.day} />
        {ticket.unreachable && <Unreachable />}
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

function NoOption({ ticket, nearest, onDayChosen }: Props & { nearest: string[] }) {
  const { t, href } = site()
  return (
    <div className="no-option">
      <p className="notice" role="status">
        <Icon name="info" />
        {t('ticket.noOption')}
      </p>
      {nearest.length > 0 && (
        <>
          <p className="small muted">{t('ticket.nearest')}</p>
          <ul className="chips">
            {nearest.map((day) => (
              <li key={day}>
                <button
                  type="button"
                  className="chip"
                  onClick={() => {
                    ticket.change({ date: day })
                    onDayChosen()
                  }}
                >
                  {formatDayShort(day)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {nearest.length === 0 && (
        <a className="go link" href={href(cityPath(ticket.product.city))}>
          {t('booking.similar')}
        </a>
      )}
    </div>
  )
}

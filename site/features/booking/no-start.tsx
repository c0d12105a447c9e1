import type { ReactNode } from 'react'
import { Icon } from '../../components/ui/icon'
import type { Day } from '../../lib/i18n/clock'
import { formatDayShort } from '../../lib/i18n/format'
import { t } from '../../lib/site'

interface Props {
  /** The nearest days that can be booked. */
  nearest: Day[]
  onChoose: (day: Day) => void
  /** Shown if no day is near. */
  children?: ReactNode
}

/** The message that a day has nothing to book, with the nearest days that have. */
export function NoStart({ nearest, onChoose, children }: Props) {
  return (
    <div className="no-option">
      <p className="notice" role="status">
        <Icon name="info" />
        {t('ticket.noOption')}
      </p>
      {nearest.length > 0 ? (
        <>
          <p className="small muted">{t('ticket.nearest')}</p>
          <ul className="chips">
            {nearest.map((day) => (
              <li key={day}>
                <button type="button" className="chip" onClick={() => onChoose(day)}>
                  {formatDayShort(day)}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        children
      )}
    </div>
  )
}

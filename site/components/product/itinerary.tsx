import { formatDuration, formatTime } from '../../lib/i18n/format'
import type { ItineraryStep } from '../../lib/payload.gen'

interface Props {
  steps: ItineraryStep[]
}

/** The day as a line with its stops. */
export function Itinerary({ steps }: Props) {
  return (
    <ol className="itinerary">
      {steps.map(({ id, at, minutes, title, text }) => (
        <li key={id}>
          <h3>{title}</h3>
          {(at || minutes) && (
            <p className="small muted">
              {at && <bdi>{formatTime(at)}</bdi>}
              {at && minutes ? ' · ' : ''}
              {minutes ? formatDuration({ minutes }) : ''}
            </p>
          )}
          {text && <p>{text}</p>}
        </li>
      ))}
    </ol>
  )
}

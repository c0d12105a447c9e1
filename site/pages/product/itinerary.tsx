import { formatDuration, formatTime } from '../../lib/i18n/format'
import type { ItineraryStep, Language } from '../../lib/payload.gen'

interface Props {
  steps: ItineraryStep[]
  /** The language of their words, where that is not the page's. */
  written: Language | undefined
}

/** The itinerary as a list of steps. */
export function Itinerary({ steps, written }: Props) {
  return (
    <ol className="itinerary">
      {steps.map(({ id, at, minutes, title, text }) => (
        <li key={id}>
          <h3 {...written}>{title}</h3>
          {(at || minutes) && (
            <p className="small muted">
              {at && <bdi>{formatTime(at)}</bdi>}
              {at && minutes ? ' · ' : ''}
              {minutes ? formatDuration({ minutes }) : ''}
            </p>
          )}
          {text && <p {...written}>{text}</p>}
        </li>
      ))}
    </ol>
  )
}

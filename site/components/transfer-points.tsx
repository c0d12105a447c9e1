import { formatDuration, formatTime } from '../lib/format'
import type { Point, Transfer } from '../lib/payload.gen'
import { site } from '../lib/site'

interface Props {
  title: string
  note: string
  transfer: Transfer
}

/** Pickup or drop-off: whether it is included, where and when. */
export function TransferPoints({ title, note, transfer }: Props) {
  return (
    <div className="transfer">
      <h3>{title}</h3>
      <p className="muted">{note}</p>
      {transfer.points && transfer.points.length > 0 && (
        <ul className="units">
          {transfer.points.map((point) => {
            const time = timeText(point)
            return (
              <li key={point.id}>
                <span>{point.name}</span>
                {time && <b>{time}</b>}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** When a point is served, before a start is chosen: at a time, or so long before the start. */
function timeText({ minutesBefore, time }: Point): string | undefined {
  const { t } = site()
  if (minutesBefore === 0) return t('product.atTheStart')
  if (minutesBefore) return t('product.minutesBefore', { time: formatDuration({ minutes: minutesBefore }) })
  return time && formatTime(time)
}

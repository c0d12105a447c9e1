import { formatDuration, formatTime } from '../../lib/i18n/format'
import type { Point, Transfer } from '../../lib/payload.gen'
import { site } from '../../lib/site'

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
            const times = timeTexts(point)
            return (
              <li key={point.id}>
                <span>{point.name}</span>
                {times.length > 0 && <b>{times.join(' · ')}</b>}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** When a point is served, before a start is chosen: at times of its table, at one time, or so long before the start. */
function timeTexts({ minutesBefore, times = [], time }: Point): string[] {
  const { t } = site()
  if (times.length > 0) return [...new Set(times.map((one) => formatTime(one.time)))]
  if (minutesBefore === 0) return [t('product.atTheStart')]
  if (minutesBefore) return [t('product.minutesBefore', { time: formatDuration({ minutes: minutesBefore }) })]
  return time ? [formatTime(time)] : []
}

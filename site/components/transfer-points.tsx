import { formatTime } from '../lib/format'
import type { Transfer } from '../lib/payload.gen'

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
          {transfer.points.map(({ id, name, time }) => (
            <li key={id}>
              <span>{name}</span>
              {time && <b>{formatTime(time)}</b>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { dot, formatTime } from '../../lib/i18n/format'
import type { Language, Point, ProductDetail, Transfer } from '../../lib/payload.gen'
import { dropOffText, pickupText } from '../../lib/i18n/pickup-text'
import { formatSpan } from '../../lib/i18n/span'
import { t } from '../../lib/site'

interface Props {
  product: ProductDetail
  writtenIn: Language | undefined
}

export function Transfers({ product: { pickup, dropOff, extras }, writtenIn }: Props) {
  return (
    <section className="part">
      <h2>{t('product.pickup')}</h2>
      {pickup || dropOff ? (
        <div className="pair">
          {pickup && (
            <TransferPoints
              title={t(pickup.points?.length ? 'product.pickupPoints' : 'cart.pickup')}
              note={pickupText(pickup, extras)}
              transfer={pickup}
              writtenIn={writtenIn}
            />
          )}
          {dropOff && (
            <TransferPoints
              title={t(dropOff.points?.length ? 'product.dropOffPoints' : 'cart.dropOff')}
              note={dropOffText(dropOff, extras)}
              transfer={dropOff}
              writtenIn={writtenIn}
            />
          )}
        </div>
      ) : (
        <p>{t('product.noPickup')}</p>
      )}
    </section>
  )
}

interface PointsProps {
  title: string
  note: string
  transfer: Transfer
  writtenIn: Language | undefined
}

/** Pickup or drop-off: whether it is included, where and when. */
function TransferPoints({ title, note, transfer, writtenIn }: PointsProps) {
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
                <span {...writtenIn}>{point.name}</span>
                {times.length > 0 && <b>{times.join(dot)}</b>}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/**
 * Returns when a pickup point is served before a start is chosen: at listed times, at one time, or before the start.
 */
function timeTexts({ minutesBefore, times = [], time }: Point): string[] {
  if (times.length > 0) return [...new Set(times.map((one) => formatTime(one.time)))]
  if (minutesBefore === 0) return [t('product.atTheStart')]
  if (minutesBefore) return [t('product.minutesBefore', { time: formatSpan(minutesBefore) })]
  return time ? [formatTime(time)] : []
}

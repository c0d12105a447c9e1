import { useId } from 'react'
import { Fold } from '../../components/fold'
import { TextField } from '../../components/ui/text-field'
import { formatTime } from '../../lib/format'
import { pickupTime } from '../../lib/pickup-time'
import type { Point, Transfer } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import type { Stop } from './draft'
import { FieldFault } from './field-fault'
import type { TicketState } from './use-ticket'

interface Props {
  ticket: TicketState
}

// The API's limit of an address.
const longestAddress = 300

/** Where the travellers are collected and left. Both may wait for the checkout. */
export function Stops({ ticket }: Props) {
  const { t } = site()
  const { product, draft } = ticket
  const { pickup, dropOff } = product
  // Whoever is asked where to be collected is asked where to be left, too.
  const asksAddress = Boolean(pickup?.addressRequired || dropOff?.addressRequired)
  const asks = (transfer: Transfer | undefined) => transfer && (asksAddress || (transfer.points ?? []).length > 0)
  if (!asks(pickup) && !asks(dropOff)) return null
  return (
    <div data-field="stops">
      <Fold
        title={t(dropOff ? 'ticket.stops' : 'ticket.pickup')}
        value={stopText(pickup, draft.pickup)}
        describedBy={ticket.describedBy('stops')}
      >
        {(['pickup', 'dropOff'] as const).map((way) => {
          const transfer = product[way]
          if (!asks(transfer)) return null
          return (
            <StopChoice
              key={way}
              title={t(`ticket.${way}`)}
              label={t(`ticket.${way}Address`)}
              points={transfer?.points}
              included={transfer?.included ?? false}
              asksAddress={asksAddress}
              stop={draft[way]}
              start={ticket.slot?.startTime}
              onChange={(stop) => ticket.change({ [way]: stop })}
            />
          )
        })}
      </Fold>
      <FieldFault ticket={ticket} at="stops" />
    </div>
  )
}

function stopText(transfer: Transfer | undefined, { point, address }: Stop): string {
  const { included, points = [] } = transfer ?? {}
  const chosen = included && points.length === 1 ? points[0] : points.find(({ id }) => id === point)
  return chosen?.name ?? (address.trim() || site().t('ticket.atCheckout'))
}

interface StopChoiceProps {
  title: string
  /** Of the field for the address. */
  label: string
  points?: Point[]
  /** The price has it; the server then chooses a point that is the only one. */
  included: boolean
  asksAddress: boolean
  stop: Stop
  /** The chosen start, "15:00". */
  start?: string
  onChange: (stop: Stop) => void
}

function StopChoice({ title, label, points = [], included, asksAddress, stop, start, onChange }: StopChoiceProps) {
  const id = useId()
  const { t } = site()
  const only = included && points.length === 1
  return (
    <div className="stop">
      {points.length > 0 && (
        <fieldset className="choices">
          <legend>{title}</legend>
          {points.map((point) => {
            const time = pickupTime(point, start)
            return (
              <label key={point.id} className="choice">
                <input
                  type="radio"
                  name={id}
                  checked={stop.point === point.id || (only && stop.point === undefined)}
                  onChange={() => onChange({ ...stop, point: point.id })}
                />
                <span>{point.name}</span>
                {time && <bdi className="choice-time">{formatTime(time)}</bdi>}
              </label>
            )
          })}
          {!only && (
            <label className="choice">
              <input
                type="radio"
                name={id}
                checked={stop.point === undefined}
                onChange={() => onChange({ ...stop, point: undefined })}
              />
              <span>{t('ticket.later')}</span>
            </label>
          )}
        </fieldset>
      )}
      {asksAddress && (
        <TextField
          id={`${id}-address`}
          label={label}
          hint={t('ticket.addressHint')}
          autoComplete="street-address"
          maxLength={longestAddress}
          value={stop.address}
          onChange={({ target }) => onChange({ ...stop, address: target.value })}
        />
      )}
    </div>
  )
}

import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { PickupFields } from '../../features/booking/pickup-fields'
import { Button } from '../../components/ui/button'
import { Dialog } from '../../features/dialog/dialog'
import { useForm } from '../../features/forms/use-form'
import { useRequest } from '../../features/http/use-request'
import { api, type Schemas } from '../../features/http/api'
import { clockOf } from '../../features/order/booking'
import { deadlineAt } from '../../features/order/cancellation-deadlines'
import type { Booking } from '../../features/order/order'
import { needsChoice, placeOf, ways } from '../../features/booking/pickup-places'
import { t } from '../../lib/site'
import { raiseToast } from '../../features/toasts/raise-toast'
import { BookingName, isGone, WithoutForm, type ChangeProps } from './dialog-parts'

type TransfersInput = Schemas['TransfersInput']

const transfers = '/orders/{orderId}/bookings/{bookingId}/transfers'

/** Changes the pickup and the drop-off of a booking. */
export function PickupDialog({ order, booking, onChanged, onClose }: Omit<ChangeProps, 'onStale'>) {
  const path = { orderId: order.id, bookingId: booking.id }
  const { data: places, problem, retry } = useRequest(booking.id, (signal) => api('GET', transfers, { path, signal }))
  const [late, setLate] = useState(false)
  const gone = late || isGone(problem)
  const save = async (input: TransfersInput) => {
    onChanged(await api('PUT', transfers, { path, body: input }))
    flushSync(onClose)
    raiseToast({ kind: 'success', text: t('places.saved') })
  }
  const close = <Button variant="outlined" label={t('dialog.close')} onClick={onClose} />
  return (
    <Dialog title={t('places.change')} onClose={onClose}>
      {places && !gone ? (
        <TransferForm {...{ booking, places, save, close }} onLate={() => setLate(true)} />
      ) : (
        <WithoutForm gone={gone && t('places.gone')} {...{ booking, problem, close }} onRetry={retry} />
      )}
    </Dialog>
  )
}

interface FormProps {
  booking: Booking
  places: Schemas['Transfers']
  close: ReactNode
  save: (input: TransfersInput) => Promise<void>
  /** Called when the places cannot be changed any more. */
  onLate: () => void
}

// The server validates places.
const transfersSchema = v.custom<TransfersInput>(() => true)

function TransferForm({ booking, places, close, save, onLate }: FormProps) {
  const { values, set, texts, busy, problem, submit } = useForm<TransfersInput>({
    id: 'transfers',
    schema: transfersSchema,
    values: { pickup: placeOf(places.pickup), dropOff: placeOf(places.dropOff) },
    send: save,
    takes: (refused) => {
      if (!isGone(refused)) return false
      onLate()
      return true
    },
  })
  return (
    <form className="dialog-body" noValidate onSubmit={(event) => void submit(event)}>
      <BookingName booking={booking} />
      {ways.map((way) => {
        const transfer = places[way]
        if (!needsChoice(transfer)) return null
        return (
          <PickupFields
            key={way}
            {...{ way, transfer }}
            answer={values[way] ?? {}}
            name={`transfers.${way}`}
            errors={texts}
            onChange={(next) => set({ [way]: next })}
          />
        )
      })}
      <p className="small muted">{t('places.until', { moment: deadlineAt(places.until, clockOf(booking)) })}</p>
      <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      <div className="dialog-actions">
        <Button type="submit" label={t('places.save')} loading={busy} />
        {close}
      </div>
    </form>
  )
}

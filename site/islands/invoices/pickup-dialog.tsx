import { useState, type ReactNode } from 'react'
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
import { needsChoice, chosenPlaceInput, transferKinds } from '../../features/booking/pickup-places'
import { t } from '../../lib/site'
import { raiseToast } from '../../features/toasts/raise-toast'
import { BookingName, closeDialog, isImpossible, DialogStatus, type ChangeProps } from './dialog-parts'

type TransfersInput = Schemas['TransfersInput']

const transfersPath = '/orders/{orderId}/bookings/{bookingId}/transfers'

/** Changes the pickup and the drop-off of a booking. */
export function PickupDialog({ order, booking, onChanged, onStale, onClose }: ChangeProps) {
  const path = { orderId: order.id, bookingId: booking.id }
  const {
    data: places,
    problem,
    retry,
  } = useRequest(booking.id, (signal) => api('GET', transfersPath, { path, signal }))
  const [tooLate, setTooLate] = useState(false)
  const impossible = tooLate || isImpossible(problem)
  const close = () => closeDialog({ booking, onClose })
  const save = async (input: TransfersInput) => {
    onChanged(await api('PUT', transfersPath, { path, body: input }))
    close()
    raiseToast({ kind: 'success', text: t('places.saved') })
  }
  const closeButton = <Button variant="outlined" label={t('dialog.close')} onClick={close} />
  return (
    <Dialog title={t('places.change')} onClose={close}>
      {places && !impossible ? (
        <TransferForm {...{ booking, places, save, closeButton }} onTooLate={() => setTooLate(true)} />
      ) : (
        <DialogStatus
          impossible={impossible && t('places.gone')}
          {...{ booking, problem, onStale, closeButton }}
          onRetry={retry}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  booking: Booking
  places: Schemas['Transfers']
  closeButton: ReactNode
  save: (input: TransfersInput) => Promise<void>
  /** Called when the places cannot be changed any more. */
  onTooLate: () => void
}

// The server validates places.
const transfersSchema = v.custom<TransfersInput>(() => true)

function TransferForm({ booking, places, closeButton, save, onTooLate }: FormProps) {
  const { values, set, errorTexts, busy, problem, submit } = useForm<TransfersInput>({
    id: 'transfers',
    schema: transfersSchema,
    values: { pickup: chosenPlaceInput(places.pickup), dropOff: chosenPlaceInput(places.dropOff) },
    send: save,
    handles: (refused) => {
      if (!isImpossible(refused)) return false
      onTooLate()
      return true
    },
  })
  return (
    <form className="dialog-body" noValidate onSubmit={(event) => void submit(event)}>
      <BookingName booking={booking} />
      {transferKinds.map((kind) => {
        const transfer = places[kind]
        if (!needsChoice(transfer)) return null
        return (
          <PickupFields
            key={kind}
            {...{ kind, transfer }}
            place={values[kind] ?? {}}
            name={`transfers.${kind}`}
            errors={errorTexts}
            onChange={(next) => set({ [kind]: next })}
          />
        )
      })}
      <p className="small muted">{t('places.until', { moment: deadlineAt(places.until, clockOf(booking)) })}</p>
      <div role="alert">{problem && <p className="field-error">{problem}</p>}</div>
      <div className="dialog-actions">
        <Button type="submit" label={t('places.save')} loading={busy} />
        {closeButton}
      </div>
    </form>
  )
}

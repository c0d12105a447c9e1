import '../../features/booking/choices.css'
import './move.css'
import { useState } from 'react'
import { Button } from '../../components/ui/button'
import { api } from '../../features/http/api'
import { serverNow } from '../../features/http/server-time'
import { useRequest } from '../../features/http/use-request'
import { clockOf } from '../../features/order/booking'
import { deadlineAt } from '../../features/order/cancellation-deadlines'
import { paymentAddress, type Booking } from '../../features/order/order'
import { raiseToast } from '../../features/toasts/raise-toast'
import { Dialog } from '../../features/dialog/dialog'
import { t } from '../../lib/site'
import { closeDialog, isImpossible, DialogStatus, type ChangeProps } from './dialog-parts'
import { MoveForm } from './move-form'
import { movePath, type MoveChoice } from './use-move'

/** Moves a booking to another day, start or party, and changes its lead traveller. */
export function MoveDialog({ order, booking, onChanged, onStale, onClose }: ChangeProps) {
  const path = { orderId: order.id, bookingId: booking.id }
  const { data: options, problem, retry } = useRequest(booking.id, (signal) => api('GET', movePath, { path, signal }))
  const [tooLate, setTooLate] = useState(false)
  const impossible = tooLate || isImpossible(problem) || options?.options.length === 0
  const close = () => closeDialog({ booking, onClose })
  const save = async (choice: MoveChoice, difference: number) => {
    const moved = await api('PUT', movePath, { path, body: { ...choice, difference } })
    const page = paymentAddress(moved.bookings.find(({ id }) => id === booking.id)?.pendingMove?.paymentUrl)
    if (page) return window.location.assign(page)
    onChanged(moved)
    close()
    if (difference <= 0 || order.payment.method !== 'card') raiseToast({ kind: 'success', text: t('move.done') })
  }
  const closeButton = <Button variant="outlined" label={t(impossible ? 'dialog.close' : 'move.keep')} onClick={close} />
  return (
    <Dialog title={t('move.title')} onClose={close}>
      {options && !impossible ? (
        <MoveForm {...{ order, booking, options, save }} closeButton={closeButton} onTooLate={() => setTooLate(true)} />
      ) : (
        <DialogStatus
          impossible={impossible && <CannotMove booking={booking} />}
          {...{ booking, problem, onStale }}
          onRetry={retry}
          closeButton={closeButton}
        />
      )}
    </Dialog>
  )
}

/** The message that a booking cannot be moved, and until when it could. */
function CannotMove({ booking }: { booking: Booking }) {
  const { movableUntil } = booking
  const [now] = useState(serverNow)
  const passed = movableUntil !== undefined && Date.parse(movableUntil) <= now
  return passed ? t('move.ended', { moment: deadlineAt(movableUntil, clockOf(booking)) }) : t('move.gone')
}

import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Problem } from '../../features/http/api'
import { LoadFailure } from '../../features/http/load-failure'
import type { Booking, Order } from '../../features/order/order'
import { t } from '../../lib/site'
import { whenText } from './order-name'

/** The props of a dialog that changes a booking. */
export interface ChangeProps {
  order: Order
  booking: Booking
  /** Called with the changed order. */
  onChanged: (order: Order) => void
  /** Called when the booking has changed elsewhere. */
  onStale: () => void
  onClose: () => void
}

/** Reports whether a problem means that the booking cannot be changed any more. */
export function isImpossible(problem: Pick<Problem, 'code'> | undefined): boolean {
  return problem?.code === 'not_possible' || problem?.code === 'not_found'
}

/** Closes the dialog of a booking, and focuses the booking if the button that opened the dialog was removed. */
export function closeDialog({ booking, onClose }: Pick<ChangeProps, 'booking' | 'onClose'>): void {
  flushSync(onClose)
  setTimeout(() => {
    const element = document.getElementById(`booking-${booking.id}`)
    if (!element?.contains(document.activeElement)) element?.focus()
  })
}

/** The booking that a dialog is about. */
export function BookingName({ booking }: { booking: Booking }) {
  return (
    <p>
      <span className="strong block">{booking.product.title}</span>
      <span className="muted">{whenText(booking)}</span>
    </p>
  )
}

interface Props {
  booking: Booking
  /** Why the booking cannot be changed any more, unless it is cancelled. */
  impossible: ReactNode
  problem: Problem | undefined
  /** The text while it is loading. */
  loading?: string
  onRetry: () => void
  onStale: () => void
  closeButton: ReactNode
}

/** A dialog without its form: it is loading, could not be loaded, or is of no use any more. */
export function DialogStatus({
  booking,
  impossible,
  problem,
  loading = t('cart.loading'),
  onRetry,
  onStale,
  closeButton,
}: Props) {
  const isStale = !!impossible
  const reportStale = useEffectEvent(onStale)
  useEffect(() => {
    if (isStale) reportStale()
  }, [isStale])
  return (
    <div className="dialog-body">
      <BookingName booking={booking} />
      {impossible && (
        <p className="field-error" role="alert">
          {booking.status === 'CANCELLED' ? t('cancel.already') : impossible}
        </p>
      )}
      {!impossible && problem && <LoadFailure problem={problem} onRetry={onRetry} />}
      {!impossible && !problem && (
        <p className="quote-wait" role="status">
          {loading}
        </p>
      )}
      <div className="dialog-actions">{closeButton}</div>
    </div>
  )
}

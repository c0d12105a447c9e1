import { lazy } from 'react'
import type { Booking, Order } from '../../features/order/order'
import { whenOnline } from '../../lib/navigation/offline'
import { CancelDialog } from './cancel-dialog'
import { PickupDialog } from './pickup-dialog'

const loadMove = () => import('./move-dialog').then((module) => ({ default: module.MoveDialog }))
const MoveDialog = lazy(() => whenOnline(loadMove))

/** What a buyer wants to do with a booking. */
export interface Change {
  to: 'cancel' | 'pickup' | 'move'
  booking: Booking
}

interface Props extends Change {
  order: Order
  keep: (order: Order) => void
  again: () => void
  onClose: () => void
}

/** The dialog of a change, fetched when it is first opened. */
export function ChangeDialog({ to, booking, order, keep, again, onClose }: Props) {
  if (to === 'cancel') {
    return <CancelDialog order={order} booking={booking} onCancelled={keep} onStale={again} onClose={onClose} />
  }
  if (to === 'pickup') return <PickupDialog order={order} booking={booking} onMoved={keep} onClose={onClose} />
  return <MoveDialog order={order} booking={booking} onMoved={keep} onStale={again} onClose={onClose} />
}

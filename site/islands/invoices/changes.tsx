import type { Booking, Order } from '../../features/order/order'
import { CancelDialog } from './cancel-dialog'
import { PickupDialog } from './pickup-dialog'

/** What a buyer wants to do with a booking. */
export interface Change {
  to: 'cancel' | 'move'
  booking: Booking
}

interface Props extends Change {
  order: Order
  keep: (order: Order) => void
  again: () => void
  onClose: () => void
}

/** The dialog of a change, fetched when it is first opened. */
export function Changes({ to, booking, order, keep, again, onClose }: Props) {
  if (to === 'move') return <PickupDialog order={order} booking={booking} onMoved={keep} onClose={onClose} />
  return <CancelDialog order={order} booking={booking} onCancelled={keep} onStale={again} onClose={onClose} />
}

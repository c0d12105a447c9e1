import { lazy } from 'react'
import { whenOnline } from '../../lib/navigation/offline'
import { CancelDialog } from './cancel-dialog'
import type { ChangeProps } from './dialog-parts'
import { PickupDialog } from './pickup-dialog'

const loadMove = () => import('./move-dialog').then((module) => ({ default: module.MoveDialog }))

const dialogs = { cancel: CancelDialog, pickup: PickupDialog, move: lazy(() => whenOnline(loadMove)) }

/** What a buyer wants to do with a booking. */
export interface Change {
  to: keyof typeof dialogs
  bookingId: string
}

/** The dialog of a change, fetched when it is first opened. */
export function ChangeDialog({ to, ...props }: Pick<Change, 'to'> & ChangeProps) {
  const View = dialogs[to]
  return <View {...props} />
}

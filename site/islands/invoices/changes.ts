// What a buyer can change of a booking, fetched together once somebody asks for either.
export { CancelDialog } from './cancel-dialog'
export { PickupDialog } from './pickup-dialog'

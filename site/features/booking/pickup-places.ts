import type { components } from '../http/api.gen'
import type { ProblemField } from '../http/api'
import type { CartItem } from '../cart/cart'

export type ItemTransfer = components['schemas']['ItemTransfer']
export type Place = components['schemas']['Place']
export type TransferKind = 'pickup' | 'dropOff'
export const transferKinds: TransferKind[] = ['pickup', 'dropOff']

/** Returns the chosen place; undefined if nothing is chosen. */
export function chosenPlaceInput(transfer: ItemTransfer | undefined): Place | undefined {
  const { point, address, time } = transfer ?? {}
  return point || address || time ? { point, address, time } : undefined
}

/** Reports whether the place needs an address: points that are areas do, and pickups without points. */
export function needsAddress(transfer: ItemTransfer, { point }: Place): boolean {
  if (transfer.points.length === 0) return transfer.asksAddress
  return transfer.points.find(({ id }) => id === point)?.asksAddress ?? false
}

/** Reports whether the visitor has a choice to make. The only point, if it is exact and has one time, leaves none. */
export function needsChoice(transfer: ItemTransfer | undefined): transfer is ItemTransfer {
  if (!transfer) return false
  const { points, times = [], optional } = transfer
  return optional || points.length !== 1 || points.some((point) => point.asksAddress) || times.length > 0
}

/** Returns the required fields that available items lack, by the API's names. */
export function missingPlaceFields(items: CartItem[]): ProblemField[] {
  return items
    .filter(({ available }) => available)
    .flatMap((item) =>
      transferKinds.flatMap((kind) =>
        (item[kind]?.missing ?? []).map((field) => ({
          name: `items.${item.id}.${kind}.${field}`,
          code: 'required' as const,
        })),
      ),
    )
}

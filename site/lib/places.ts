import type { components } from './api.gen'
import type { ProblemField } from './api'
import type { CartItem } from './cart'

export type Asked = components['schemas']['ItemTransfer']
export type Place = components['schemas']['Place']
export type Way = 'pickup' | 'dropOff'
export const ways: Way[] = ['pickup', 'dropOff']

/** What was answered so far. */
export function placeOf(asked: Asked | undefined): Place | undefined {
  const { point, address, time } = asked ?? {}
  return point || address || time ? { point, address, time } : undefined
}

/** Whether an answer needs an address: each area does, and so does a pickup that has no points. */
export function asksAddress(asked: Asked, { point }: Place): boolean {
  if (asked.points.length === 0) return asked.asksAddress
  return asked.points.find(({ id }) => id === point)?.asksAddress ?? false
}

/** Whether anything can be answered, or is answered by itself: no point, or the only one, and no address. */
export function isAsked(asked: Asked | undefined): asked is Asked {
  if (!asked) return false
  const { points, times = [] } = asked
  return points.length > 1 || points.some((point) => point.asksAddress) || points.length === 0 || times.length > 0
}

/** What an item that can be booked still has to be told, by the API's names. */
export function missingPlaces(items: CartItem[]): ProblemField[] {
  return items
    .filter(({ available }) => available)
    .flatMap((item) =>
      ways.flatMap((way) =>
        (item[way]?.missing ?? []).map((field) => ({
          name: `items.${item.id}.${way}.${field}`,
          code: 'required' as const,
        })),
      ),
    )
}

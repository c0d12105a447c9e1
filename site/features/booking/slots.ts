import { isBookable, type Slot } from './availability'

/**
 * The slot that a ticket is for: the one at the wanted time or, where the day has no such start, the first that can be
 * booked. A wanted start that cannot be booked is not quietly replaced by another.
 */
export function slotFor(slots: Slot[], time: string | undefined): Slot | undefined {
  const wanted = time === undefined ? undefined : slots.find(({ startTime }) => startTime === time)
  if (wanted) return isBookable(wanted) ? wanted : undefined
  return slots.find(isBookable)
}

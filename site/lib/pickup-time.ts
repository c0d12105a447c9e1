import type { Point } from './payload.gen'

const dayMinutes = 24 * 60

/** The local time at which a point is served for a start: "14:30" for "15:00". */
export function pickupTime({ minutesBefore, time }: Point, start?: string): string | undefined {
  if (minutesBefore === undefined) return time
  if (!start) return undefined
  const [hour = 0, minute = 0] = start.split(':').map(Number)
  const at = (hour * 60 + minute - minutesBefore + dayMinutes) % dayMinutes
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

// The visitor's clock may be wrong, so deadlines are compared with the server's: the Date header of its responses.

// In milliseconds: the header has whole seconds, and a response takes time to arrive.
const tolerance = 5000

let ahead = 0

/** Reads the server's time from a response that no cache has stored. */
export function learnServerTime({ headers }: Response): void {
  const date = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(date) || !headers.get('Cache-Control')?.includes('no-store')) return
  const difference = date - Date.now()
  ahead = Math.abs(difference) > tolerance ? difference : 0
}

/** Returns the present instant by the server's clock, as far as it is known. */
export function serverNow(): number {
  return Date.now() + ahead
}

// The visitor's clock may be wrong: deadlines are compared with the server's, by the Date of its answers.

// The Date has whole seconds, and answers take a while, in milliseconds.
const tolerance = 5000

let ahead = 0

/** Learns the server's time from an answer that no cache has kept. */
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

/** An instant as day and time of a time zone: what lib/format.ts writes. */
export function localOf(instant: string, timeZone: string): { day: string; time: string } {
  const text = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )
  const [day = '', time = ''] = text.split(' ')
  return { day, time }
}

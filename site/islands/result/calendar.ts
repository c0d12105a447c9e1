import { placeOfTime, startText } from '../../lib/booking'
import { addDays } from '../../lib/clock'
import type { Booking, Order } from '../../lib/order'
import { site } from '../../lib/site'

/** The confirmed and the reserved bookings of an order as a calendar (RFC 5545); undefined where there are none. */
export function calendarOf(order: Order): string | undefined {
  const kept = order.bookings.filter(
    ({ status }) => status === 'CONFIRMED' || (status === 'PENDING' && order.payment.status === 'due'),
  )
  if (kept.length === 0) return undefined
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${site().shell.deployment}//booking//EN`,
    ...kept.flatMap((booking) => eventOf(booking, order)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Hands the calendar to the browser as a file. */
export function saveCalendar(order: Order): void {
  const text = calendarOf(order)
  if (!text) return
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${order.reference}.ics`
  link.click()
  URL.revokeObjectURL(address)
}

function eventOf(booking: Booking, order: Order): string[] {
  const { t } = site()
  const { product, option, pickup } = booking
  const place = [pickup?.title, pickup?.address].filter(Boolean).join(', ') || placeOfTime(booking)
  const hours = booking.startTime ? '' : startText(booking)
  const about = [option.title, hours, `${t('result.reference')}: ${order.reference}`].filter(Boolean).join('\n')
  return [
    'BEGIN:VEVENT',
    `UID:${booking.id}@${site().shell.deployment}`,
    `DTSTAMP:${stamp(order.createdAt)}`,
    ...timesOf(booking),
    `SUMMARY:${escaped(product.title)}`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped(about)}`,
    'END:VEVENT',
  ]
}

/** From the start on, as long as it is known to last; whole days where one may come at any time of theirs. */
function timesOf({ date, startTime, startsAt, minutes, length = 0, lengthBy }: Booking): string[] {
  if (startTime) {
    const end = minutes ? [`DTEND:${stamp(Date.parse(startsAt) + minutes * 60_000)}`] : []
    return [`DTSTART:${stamp(startsAt)}`, ...(length > 0 ? [`DURATION:P${length}D`] : end)]
  }
  const days = lengthBy === 'NIGHT' ? length + 1 : Math.max(length, 1)
  return [`DTSTART;VALUE=DATE:${digits(date)}`, `DTEND;VALUE=DATE:${digits(addDays(date, days))}`]
}

const digits = (day: string) => day.replaceAll('-', '')

/** An instant as "20261120T113000Z". */
function stamp(instant: string | number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

/** A line of at most 75 bytes, going on after a space. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let out = ''
  let bytes = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (bytes + size > 74) {
      out += '\r\n '
      bytes = 1
    }
    out += letter
    bytes += size
  }
  return out
}

import { useState, type SubmitEvent } from 'react'
import { fetchDay, type Slot, slotFor } from '../../features/booking/availability'
import { countsOf, quantitiesOf, type Counts } from '../../features/booking/counts'
import { api, type Schemas, type Problem } from '../../features/http/api'
import { useRequest } from '../../features/http/use-request'
import type { Booking } from '../../features/order/order'
import type { Day } from '../../lib/i18n/clock'
import * as v from 'valibot'
import { isGuestNamed, sameGuest, type GuestDraft } from '../../features/cart/guest'
import { useForm } from '../../features/forms/use-form'

export const movePath = '/orders/{orderId}/bookings/{bookingId}/move'
const quotePath = `${movePath}/quote` as const

export type MoveOptions = Schemas['MoveOptions']
export type MoveOption = Schemas['MoveOption']
export type MoveQuote = Schemas['MoveQuote']
export type MoveChoice = Schemas['MoveChoice']

interface Draft {
  option: MoveOption
  date: Day
  startTime?: string
  units: Counts
}

// Long enough for the next click on a stepper.
const quoteDelay = 300

/** The state of a move: the buyer's choice, the slots of its date and the price of the change. */
export function useMove(orderId: string, booking: Booking, options: MoveOptions) {
  const path = { orderId, bookingId: booking.id }
  const [draft, setDraft] = useState(() => bookedDraft(options))
  const { option, date, startTime, units } = draft
  const query = { product: options.product, option: option.id, length: options.length || undefined }
  const isBookedDay = option.id === options.option && date === options.date
  const slots = useRequest([option.id, date].join(' '), (signal) => fetchDay(query, date, signal))
  const daySlots = slots.data && (isBookedDay ? withOwnSeats(slots.data.slots, booking) : slots.data.slots)
  const slot = slotFor(daySlots ?? [], startTime)
  const choice = slot && moveChoice(draft, slot)
  const changed =
    choice !== undefined &&
    !(isBookedDay && slot?.startTime === booking.startTime && sameCounts(units, bookedDraft(options).units))
  const quote = useRequest(
    changed ? JSON.stringify(choice) : null,
    (signal) => api('POST', quotePath, { path, body: choice as MoveChoice, signal }),
    { delay: quoteDelay },
  )
  return {
    ...draft,
    query,
    /** The starts of the day; undefined until they are known. */
    slots: daySlots,
    nearest: slots.data?.nearest ?? [],
    slotsProblem: slots.data ? undefined : slots.problem,
    slot,
    choice,
    changed,
    quote,
    retry: () => {
      slots.retry()
      quote.retry()
    },
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    chooseOption: (next: MoveOption) =>
      setDraft((before) => ({ ...before, option: next, units: unitsFor(next, before) })),
  }
}

export type MoveState = ReturnType<typeof useMove>

function bookedDraft({ options, option, date, startTime }: MoveOptions): Draft {
  const booked = options.find(({ id }) => id === option) ?? (options[0] as MoveOption)
  return { option: booked, date, startTime, units: countsOf(booked.units) }
}

/** Returns the same party for another option, as far as it has the units. */
function unitsFor(option: MoveOption, { units }: Draft): Counts {
  return Object.fromEntries(option.units.map(({ id, min }) => [id, Math.max(units[id] ?? 0, min)]))
}

/** Returns the slots of the booked day, with the booking's own seats as free. */
function withOwnSeats(slots: Slot[], booking: Booking): Slot[] {
  const own = slots.find(({ startTime }) => startTime === booking.startTime)
  const free = { status: 'AVAILABLE' as const, vacancies: (own?.vacancies ?? 0) + booking.travellers }
  if (own) return slots.map((slot) => (slot === own && slot.status !== 'FREESALE' ? { ...slot, ...free } : slot))
  const { startTime, startsAt, openingHours } = booking
  const bookedSlot = { startTime, startsAt, openingHours, closesAt: startsAt, cancellation: {}, capacity: 0, ...free }
  return [bookedSlot as Slot, ...slots]
}

function moveChoice({ option, date, units }: Draft, { startTime }: Slot): MoveChoice {
  return { option: option.id, date, startTime, units: quantitiesOf(units) }
}

function sameCounts(a: Counts, b: Counts): boolean {
  return Object.keys({ ...a, ...b }).every((id) => (a[id] ?? 0) === (b[id] ?? 0))
}

/** Returns the seats left of the chosen start; undefined if they are no limit. */
export function seatLimitOf({ slot }: MoveState): number | undefined {
  return slot && slot.status !== 'FREESALE' ? slot.vacancies : undefined
}

/** Moves a booking; `difference` is the amount that the buyer has seen. */
export type Save = (choice: MoveChoice, difference: number) => Promise<void>

// The server validates names and addresses.
const guestSchema = v.custom<GuestDraft>(() => true)

/** The lead traveller, and sending the whole change. A failure is shown until another choice is made. */
export function useMoveForm(move: MoveState, lead: GuestDraft, save: Save, onTooLate: () => void) {
  const { choice, changed, option, date, startTime, units } = move
  const draft = JSON.stringify([option.id, date, startTime, units])
  const [failure, setFailure] = useState<{ draft: string; problem: Problem }>()
  const quote = move.quote.pending ? undefined : move.quote.data
  const form = useForm<GuestDraft>({
    id: 'guest',
    schema: guestSchema,
    values: lead,
    send: async (guest) => {
      const renamed = !sameGuest(guest, lead)
      await save({ ...(changed ? choice : {}), ...(renamed ? { guest } : {}) }, (changed && quote?.difference) || 0)
    },
    handles: (problem) => {
      if (problem.fields?.some(({ name }) => name.startsWith('guest.'))) return false
      if (problem.code === 'not_found') onTooLate()
      if (problem.code === 'sold_out' || problem.code === 'price_changed') move.retry()
      setFailure({ draft, problem })
      return true
    },
  })
  const ready = changed ? quote !== undefined && !move.quote.problem : !sameGuest(form.values, lead)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setFailure(undefined)
    if (!ready) return
    if (isGuestNamed(form.values)) void form.submit(event)
    else form.showProblem({ status: 422, code: 'invalid', fields: [{ name: 'guest.name', code: 'required' }] })
  }
  const problem = failure?.draft === draft ? failure.problem : move.quote.problem
  return { form, quote, ready, problem, submit }
}

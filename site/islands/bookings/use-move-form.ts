import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { isNamed, sameGuest, type GuestDraft } from '../../features/cart/guest'
import { useForm } from '../../features/forms/use-form'
import type { Problem } from '../../features/http/api'
import type { MoveChoice, MoveState } from './use-move'

/** Moves a booking; the difference is what the buyer has seen. */
export type Save = (choice: MoveChoice, difference: number) => Promise<void>

// The server validates names and addresses.
const guestSchema = v.custom<GuestDraft>(() => true)

/** The lead traveller, and sending the whole change. What was chosen stays when it fails. */
export function useMoveForm(move: MoveState, lead: GuestDraft, save: Save, onLate: () => void) {
  const [failure, setFailure] = useState<Problem>()
  const { choice, changed } = move
  const quote = move.quote.pending ? undefined : move.quote.data
  const form = useForm<GuestDraft>({
    id: 'guest',
    schema: guestSchema,
    values: lead,
    send: async (guest) => {
      const renamed = !sameGuest(guest, lead)
      await save({ ...(changed ? choice : {}), ...(renamed ? { guest } : {}) }, (changed && quote?.difference) || 0)
    },
    takes: (problem) => {
      if (problem.fields?.some(({ name }) => name.startsWith('guest.'))) return false
      if (problem.code === 'not_found') onLate()
      if (problem.code === 'sold_out' || problem.code === 'price_changed') move.retry()
      setFailure(problem)
      return true
    },
  })
  const ready = changed ? quote !== undefined && !move.quote.problem : !sameGuest(form.values, lead)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setFailure(undefined)
    if (!ready) return
    if (isNamed(form.values)) void form.submit(event)
    else form.fail({ status: 422, code: 'invalid', fields: [{ name: 'guest.name', code: 'required' }] })
  }
  return { form, quote, ready, problem: failure ?? move.quote.problem, submit }
}

import { useEffect, type RefObject } from 'react'
import { focusOn } from './focus-on'
import type { Part } from './ticket-summary'
import type { TicketState } from './use-ticket'

/** Moves the focus: to the part that the visitor opened, to an error, and on when the retry button disappears. */
export function useTicketFocus(form: RefObject<HTMLFormElement | null>, ticket: TicketState, openAt?: Part): void {
  const { adding, unreachable } = ticket
  const errorAt = adding.outcome?.ticketError?.at
  useEffect(() => {
    if (openAt && form.current) focusOn(form.current, openAt === 'units' ? 'units' : 'date')
  }, [form, openAt])
  useEffect(() => {
    // The parts of a request for a price have their own errors.
    if (errorAt && errorAt !== 'request' && form.current) focusOn(form.current, errorAt)
  }, [form, errorAt, adding.outcome])
  useEffect(() => {
    if (!unreachable) return
    const { current } = form
    return () => {
      if (current && document.activeElement === document.body) focusOn(current, 'date')
    }
  }, [form, unreachable])
}

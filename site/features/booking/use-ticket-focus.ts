import { useEffect, type RefObject } from 'react'
import type { TicketPart } from './ticket-problem'
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

/**
 * Moves the focus to the part of the ticket that has a message: to its control, which the message describes, or to the
 * message itself if the controls are about to change.
 */
export function focusOn(form: HTMLFormElement, place: TicketPart): void {
  const part = form.querySelector(`[data-field="${place}"]`)
  const changing = place === 'times' || place === 'action'
  const target = changing ? '[tabindex]' : 'input:checked, input:enabled, summary, button'
  part?.querySelector<HTMLElement>(target)?.focus()
}

import type { TicketPart } from './ticket-problem'

/**
 * Moves the focus to the part of the ticket that something is to be said about: to its control, which the message
 * describes, or to the message itself where the controls are about to change.
 */
export function focusOn(form: HTMLFormElement, place: TicketPart): void {
  const part = form.querySelector(`[data-field="${place}"]`)
  const changing = place === 'times' || place === 'action'
  const target = changing ? '[tabindex]' : 'input:checked, input:enabled, summary, button'
  part?.querySelector<HTMLElement>(target)?.focus()
}

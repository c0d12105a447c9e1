/** Dispatched at the document when an option was picked beside the ticket. */
export const optionPickedEvent = 'storefront:option'

const ticket = () => document.getElementById('ticket')

/** Returns the option that was picked beside the ticket, for a ticket that opens later. */
export function pickedOption(): string | undefined {
  return ticket()?.dataset.picked
}

/** Picks an option for the ticket of this page, and opens the ticket. */
export function pickOption(id: string): void {
  const element = ticket()
  if (!element) return
  element.dataset.picked = id
  document.dispatchEvent(new Event(optionPickedEvent))
  const controls = [...element.querySelectorAll<HTMLElement>('[data-replay=check]')]
  const open = controls.find((control) => control.checkVisibility())
  if (open) return open.click()
  element.querySelector<HTMLElement>('form')?.scrollIntoView({ block: 'nearest' })
  element.querySelector<HTMLElement>('.choice :checked')?.focus()
}

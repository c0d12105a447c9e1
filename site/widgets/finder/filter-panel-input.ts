import { latinDigits } from '../../lib/i18n/latin-digits'
import { displayCurrency } from './display-currency'
import type { PanelTool } from './finder'
import { priceRange, type ListingQuery } from './listing-query'
import { openLayer } from '../../lib/navigation/dialog-history'

/** Returns the query's change by a radio button or checkbox of a panel; undefined for a text field. */
export function chosenIn(
  open: PanelTool,
  query: ListingQuery,
  { type, value, checked }: HTMLInputElement,
): Partial<ListingQuery> | undefined {
  if (type === 'radio') return { [open]: open === 'rating' ? Number(value) || undefined : value || undefined }
  if (type !== 'checkbox') return undefined
  const others = query[open as 'guides'].filter((other) => other !== value)
  return { [open]: checked ? [...others, value] : others }
}

/** Returns what is typed into a panel; undefined if it is not valid. */
export function typedIn(open: PanelTool, dialog: HTMLDialogElement): Partial<ListingQuery> | undefined {
  const [first, second] = dialog.querySelectorAll('input')
  if (open === 'date') return first?.validity.valid ? { date: first.value || undefined } : undefined
  const [min, max] = [amountOf(first?.value ?? ''), amountOf(second?.value ?? '')]
  if (min === undefined || max === undefined) return undefined
  const price = priceRange(min, max, displayCurrency().currency)
  return price || (!(Number(min) > 0) && max === '') ? { price } : undefined
}

/** Returns the query's change that clears a panel's filter. */
export function withoutPanel(open: PanelTool): Partial<ListingQuery> {
  return { [open]: open === 'guides' || open === 'cities' || open === 'categories' ? [] : undefined }
}

/** Returns what was typed as a number, empty where nothing was; undefined if it is not one. */
function amountOf(typed: string): string | undefined {
  const plain = latinDigits(typed)
    .replace(/[\s,٬]/g, '')
    .replace('٫', '.')
  return /^(?:\d{1,9}(?:\.\d{1,3})?)?$/.test(plain) ? plain : undefined
}

const columns = '(width >= 64rem)' // as in finder.css

/**
 * Opens the dialog of a panel: a layer over a narrow screen, beside the button of its filter on a wide one. It calls
 * `leave` when the visitor leaves the panel other than by its buttons, with false if Back has closed it. Returns the
 * function that closes it.
 */
export function showPanel(dialog: HTMLDialogElement, leave: (kept: boolean) => void): () => void {
  const wide = matchMedia(columns)
  const stop = new AbortController()
  const listen = { signal: stop.signal }
  // The button that opened it is in the same place, and closes it by itself.
  const place = dialog.parentElement
  const show = () => {
    dialog.close()
    if (wide.matches) dialog.show()
    else openLayer(dialog)
    const choice = dialog.querySelector<HTMLElement>('input:checked') ?? dialog.querySelector('input')
    choice?.focus()
  }
  const leaveTo = (target: EventTarget | null) => {
    if (wide.matches && target instanceof Node && !place?.contains(target)) leave(true)
  }
  dialog.addEventListener('click', ({ target }) => target === dialog && !wide.matches && leave(true), listen)
  dialog.addEventListener('close', () => dialog.open || leave(false), listen)
  dialog.addEventListener('cancel', (event) => (event.preventDefault(), leave(true)), listen)
  document.addEventListener('pointerdown', ({ target }) => leaveTo(target), listen)
  place?.addEventListener('focusout', ({ relatedTarget }) => leaveTo(relatedTarget), listen)
  place?.addEventListener('keydown', ({ key }) => wide.matches && key === 'Escape' && leave(true), listen)
  wide.addEventListener('change', show, listen)
  show()
  return () => {
    stop.abort()
    dialog.close()
  }
}

import { openLayer } from '../../lib/navigation/dialog-history'

const columns = '(width >= 64rem)' // as in listing-filters.css

/**
 * Opens the dialog of a panel: a layer over a narrow screen, beside the button of its filter on a wide one. It calls
 * `onLeave` when the visitor leaves the panel other than by its buttons, with false if Back has closed it. Returns the
 * function that closes it.
 */
export function showPanel(dialog: HTMLDialogElement, onLeave: (kept: boolean) => void): () => void {
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
  const leaveIfOutside = (target: EventTarget | null) => {
    if (wide.matches && target instanceof Node && !place?.contains(target)) onLeave(true)
  }
  dialog.addEventListener('click', ({ target }) => target === dialog && !wide.matches && onLeave(true), listen)
  dialog.addEventListener('close', () => dialog.open || onLeave(false), listen)
  dialog.addEventListener('cancel', (event) => (event.preventDefault(), onLeave(true)), listen)
  document.addEventListener('pointerdown', ({ target }) => leaveIfOutside(target), listen)
  place?.addEventListener('focusout', ({ relatedTarget }) => leaveIfOutside(relatedTarget), listen)
  place?.addEventListener('keydown', ({ key }) => wide.matches && key === 'Escape' && onLeave(true), listen)
  wide.addEventListener('change', show, listen)
  show()
  return () => {
    stop.abort()
    dialog.close()
  }
}

import { openLayer } from '../../lib/navigation/dialog-history'
import { t } from '../../lib/site'
import { createElement } from '../../lib/browser/element'

const phone = '(width < 40rem)'

/** The dialog of a search field that fills the screen. */
export function searchScreenOf(input: HTMLInputElement): HTMLDialogElement | null {
  return input.closest('dialog')
}

/** Reports whether a field should be typed in on a screen of its own: on a phone, where it is not on one already. */
export function needsScreen(input: HTMLInputElement): boolean {
  return !searchScreenOf(input) && window.matchMedia(phone).matches
}

/**
 * Opens a screen with a copy of a search form, which copies the typed text from the form and back to it. Back, Escape
 * and its button close it. `start` starts the suggestions of the copied field.
 */
export function openScreen(input: HTMLInputElement, start: (copy: HTMLInputElement) => void): void {
  const { form } = input
  if (!form) return
  const copy = input.cloneNode() as HTMLInputElement
  for (const name of ['role', ...copy.getAttributeNames().filter((name) => name.startsWith('aria-'))])
    copy.removeAttribute(name)
  copy.id = `${input.id}-screen`
  copy.value = input.value
  const name = { class: 'search-close', 'aria-label': t('search.close') }
  const close = createElement('button', { type: 'button', ...name }, createElement('i', { class: 'icon icon-back' }))
  const screen = createElement(
    'dialog',
    { class: 'search-screen', 'aria-label': t('search.label') },
    createElement(
      'form',
      { class: 'search', role: 'search', action: form.action, 'data-search': form.dataset.search ?? '' },
      close,
      createElement('label', { class: 'sr-only', for: copy.id }, t('search.field')),
      copy,
      ...hiddenDateField(form),
    ),
  ) as HTMLDialogElement
  close.addEventListener('click', () => screen.close())
  screen.addEventListener('close', () => {
    input.value = copy.value
    screen.remove()
  })
  document.body.append(screen)
  openLayer(screen)
  copy.focus()
  start(copy)
}

/** Returns a hidden field with the chosen date, if there is one. */
function hiddenDateField(form: HTMLFormElement): HTMLElement[] {
  const value = form.querySelector<HTMLInputElement>('[name=date]')?.value
  return value ? [createElement('input', { type: 'hidden', name: 'date', value })] : []
}

/** The interval and the limit, in ms, of waiting for the chosen page. */
const pollInterval = 50
const pollTimeout = 10_000

/** Closes a screen once the chosen page is shown: before, its entry would leave the history as the page enters it. */
export function closeAfterNavigation(screen: HTMLDialogElement): void {
  const from = window.location.href
  const began = Date.now()
  const timer = window.setInterval(() => {
    const navigated = window.location.href !== from
    if (screen.open && !navigated && Date.now() - began < pollTimeout) return
    clearInterval(timer)
    if (!screen.open) return
    screen.close()
    // The dialog gives the focus back to the field below it; it belongs to the new page.
    if (navigated) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, pollInterval)
}

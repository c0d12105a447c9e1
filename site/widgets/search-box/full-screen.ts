import { openLayer } from '../../lib/navigation/dialog-history'
import { t } from '../../lib/site'
import { element } from '../../lib/browser/element'

const phone = '(width < 40rem)'

/** The dialog of a search field that fills the screen. */
export function screenOf(input: HTMLInputElement): HTMLDialogElement | null {
  return input.closest('dialog')
}

/** Reports whether a field should be typed in on a screen of its own: on a phone, where it is not on one already. */
export function wantsScreen(input: HTMLInputElement): boolean {
  return !screenOf(input) && window.matchMedia(phone).matches
}

/**
 * Opens a screen with a copy of a search form, which copies the typed text from the form and back to it. Back, Escape
 * and its button close it. `start` brings the copied field to life.
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
  const close = element('button', { type: 'button', ...name }, element('i', { class: 'icon icon-back' }))
  const screen = element(
    'dialog',
    { class: 'search-screen', 'aria-label': t('search.label') },
    element(
      'form',
      { class: 'search', role: 'search', action: form.action, 'data-search': form.dataset.search ?? '' },
      close,
      element('label', { class: 'sr-only', for: copy.id }, t('search.field')),
      copy,
      ...dateOf(form),
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
function dateOf(form: HTMLFormElement): HTMLElement[] {
  const value = form.querySelector<HTMLInputElement>('[name=date]')?.value
  return value ? [element('input', { type: 'hidden', name: 'date', value })] : []
}

/** The interval and the limit, in ms, of waiting for the chosen page. */
const step = 50
const longest = 10_000

/** Closes a screen once the chosen page is shown: before, its entry would leave the history as the page enters it. */
export function closeOnceGone(screen: HTMLDialogElement): void {
  const from = window.location.href
  const began = Date.now()
  const timer = window.setInterval(() => {
    const gone = window.location.href !== from
    if (screen.open && !gone && Date.now() - began < longest) return
    clearInterval(timer)
    if (!screen.open) return
    screen.close()
    // The dialog gives the focus back to the field below it; it belongs to the new page.
    if (gone) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, step)
}

import { SuggestionList } from './suggestion-list'
import { suggest, type Group } from './suggestions'
import { openLayer } from '../../lib/navigation/dialog-history'
import { t } from '../../lib/site'
import { element } from '../../lib/browser/element'

// Longer than the pause between two letters, in ms.
const pause = 150
// The ms after which a request shows that it is loading.
const patience = 400
const mostKnown = 50

const known = new Map<string, Group[]>()
const started = new WeakSet<HTMLInputElement>()

/**
 * Shows suggestions below a search field when it gets the focus, and while the visitor types. It is plain DOM, since
 * every page has such a field. The form works without suggestions.
 */
export function startSearchBox(input: HTMLInputElement): void {
  if (started.has(input)) return
  started.add(input)
  const screen = screenOf(input)
  const panel = new SuggestionList(input, () => leave())
  let pending: AbortController | undefined
  let timers: number[] = []

  /** Drops pending requests. */
  const forget = () => {
    pending?.abort()
    timers.forEach(clearTimeout)
    timers = []
    busy(input, false)
  }
  const close = () => {
    forget()
    panel.close()
  }
  /** The visitor goes elsewhere. */
  const leave = () => {
    forget()
    if (screen) closeOnceGone(screen)
    else panel.close()
  }
  const ask = async (text: string) => {
    const { signal } = (pending = new AbortController())
    busy(input, true)
    if (text) timers.push(window.setTimeout(() => panel.wait(), patience))
    try {
      const groups = await suggest(text, signal)
      if (signal.aborted) return
      if (!text && groups.length === 0) return close()
      remember(text, groups)
      forget()
      panel.show(groups, text)
    } catch {
      if (!signal.aborted) close()
    }
  }
  const look = (after: number) => {
    forget()
    const text = input.value.trim()
    const groups = known.get(text)
    if (groups) panel.show(groups, text)
    else timers.push(window.setTimeout(() => void ask(text), after))
  }
  const enter = () => {
    if (wantsScreen(input)) openScreen(input, startSearchBox)
    else if (!panel.isOpen) look(0)
  }

  input.addEventListener('input', () => look(pause))
  input.addEventListener('click', enter)
  // On a screen of its own the list stays while it is scrolled and the keyboard is put away.
  if (screen) screen.addEventListener('close', forget)
  else input.addEventListener('blur', close)
  input.form?.addEventListener('submit', leave)
  onKeys(input, panel, { look: () => look(0), close: screen ? undefined : close })
  if (document.activeElement === input) enter()
}

interface KeyActions {
  look: () => void
  /** Absent where Escape is for something else. */
  close: (() => void) | undefined
}

function onKeys(input: HTMLInputElement, panel: SuggestionList, { look, close }: KeyActions): void {
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (panel.isOpen) panel.move(event.key === 'ArrowDown' ? 1 : -1)
      else look()
    } else if (event.key === 'Enter' && panel.chosen) panel.chosen.click()
    else if (event.key === 'Escape' && panel.isOpen && close) close()
    else return
    event.preventDefault()
  })
}

function busy(input: HTMLInputElement, is: boolean): void {
  if (input.form) input.form.ariaBusy = is ? 'true' : null
}

function remember(text: string, groups: Group[]): void {
  if (known.size >= mostKnown) known.clear()
  known.set(text, groups)
}

const phone = '(width < 40rem)'

/** The dialog that a search field stands in, where it takes the whole screen. */
function screenOf(input: HTMLInputElement): HTMLDialogElement | null {
  return input.closest('dialog')
}

/** Reports whether a field should be typed in on a screen of its own: on a phone, where it is not on one already. */
function wantsScreen(input: HTMLInputElement): boolean {
  return !screenOf(input) && window.matchMedia(phone).matches
}

/**
 * Opens a screen with a copy of a search form, which takes over what was typed and gives it back. Back, Escape and its
 * button close it. `start` brings the copied field to life.
 */
function openScreen(input: HTMLInputElement, start: (copy: HTMLInputElement) => void): void {
  const { form } = input
  if (!form) return
  const copy = input.cloneNode() as HTMLInputElement
  for (const name of ['role', ...copy.getAttributeNames().filter((name) => name.startsWith('aria-'))])
    copy.removeAttribute(name)
  copy.id = `${input.id}-screen`
  copy.value = input.value
  const close = element('button', { type: 'button', class: 'search-close', 'aria-label': t('search.close') })
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

/**
 * Closes a screen once the page that was chosen on it is shown: closed before, its entry would leave the history while
 * the new page enters it.
 */
function closeOnceGone(screen: HTMLDialogElement): void {
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

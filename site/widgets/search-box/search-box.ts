import { SuggestionList } from './suggestion-list'
import { closeOnceGone, openScreen, screenOf, wantsScreen } from './full-screen'
import { suggest, type Group } from './suggestions'

// Longer than the pause between two letters, in ms.
const pause = 150
// The ms after which a request shows that it is loading.
const patience = 400
const mostKnown = 50

const known = new Map<string, Group[]>()
const started = new WeakSet<HTMLInputElement>()

/**
 * Shows suggestions below a search field when it gets the focus, and while the visitor types. It is plain DOM, since
 * every page has such a field. The form works without suggestions. A field that has the focus opens at once; on a phone,
 * where it takes the whole screen, only if it was `pressed`, since Tab must not open a dialog.
 */
export function startSearchBox(input: HTMLInputElement, pressed = false): void {
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
  if (document.activeElement === input && (pressed || !wantsScreen(input))) enter()
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

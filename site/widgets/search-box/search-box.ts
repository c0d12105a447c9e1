import { SuggestionList } from './suggestion-list'
import { currencyEvent } from '../../lib/money/currency-event'
import { closeAfterNavigation, openScreen, searchScreenOf, needsScreen } from './full-screen'
import { fetchSuggestions, type Group } from './suggestions'

// Longer than the pause between two letters, in ms.
const typingDelay = 150
// The ms after which a request shows that it is loading.
const loadingDelay = 400
const maxCached = 50

const cache = new Map<string, Group[]>()
// Suggestions have prices in the shown currency.
document.addEventListener(currencyEvent, () => cache.clear())
const started = new WeakSet<HTMLInputElement>()

/**
 * Shows suggestions below a search field when it gets the focus, and while the visitor types. It is plain DOM, since
 * every page has such a field. The form works without suggestions. A field that has the focus opens at once; on a
 * phone, where it takes the whole screen, only if it was `pressed`, since Tab must not open a dialog.
 */
export function startSearchBox(input: HTMLInputElement, pressed = false): void {
  if (started.has(input)) return
  started.add(input)
  const screen = searchScreenOf(input)
  const panel = new SuggestionList(input, () => leave())
  let pending: AbortController | undefined
  let timers: number[] = []

  /** Drops pending requests. */
  const cancelRequests = () => {
    pending?.abort()
    timers.forEach(clearTimeout)
    timers = []
    setBusy(input, false)
  }
  const close = () => {
    cancelRequests()
    panel.close()
  }
  /** The visitor goes elsewhere. */
  const leave = () => {
    cancelRequests()
    if (screen) closeAfterNavigation(screen)
    else panel.close()
  }
  const requestSuggestions = async (text: string) => {
    const { signal } = (pending = new AbortController())
    setBusy(input, true)
    if (text) timers.push(window.setTimeout(() => panel.showLoading(), loadingDelay))
    try {
      const groups = await fetchSuggestions(text, signal)
      if (signal.aborted) return
      if (!text && groups.length === 0) return close()
      cacheGroups(text, groups)
      cancelRequests()
      panel.show(groups, text)
    } catch {
      if (!signal.aborted) close()
    }
  }
  const showSuggestions = (after: number) => {
    cancelRequests()
    const text = input.value.trim()
    const groups = cache.get(text)
    if (groups) panel.show(groups, text)
    else timers.push(window.setTimeout(() => void requestSuggestions(text), after))
  }
  const open = () => {
    if (needsScreen(input)) openScreen(input, startSearchBox)
    else if (!panel.isOpen) showSuggestions(0)
  }

  input.addEventListener('input', () => showSuggestions(typingDelay))
  input.addEventListener('click', open)
  // On a screen of its own the list stays while it is scrolled and the keyboard is put away.
  if (screen) screen.addEventListener('close', cancelRequests)
  else input.addEventListener('blur', close)
  input.form?.addEventListener('submit', leave)
  onKeys(input, panel, { showSuggestions: () => showSuggestions(0), close: screen ? undefined : close })
  if (document.activeElement === input && (pressed || !needsScreen(input))) open()
}

interface KeyActions {
  showSuggestions: () => void
  /** Absent where Escape is for something else. */
  close: (() => void) | undefined
}

function onKeys(input: HTMLInputElement, panel: SuggestionList, { showSuggestions, close }: KeyActions): void {
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (panel.isOpen) panel.move(event.key === 'ArrowDown' ? 1 : -1)
      else showSuggestions()
    } else if (event.key === 'Enter' && panel.chosen) panel.chosen.click()
    else if (event.key === 'Escape' && panel.isOpen && close) close()
    else return
    event.preventDefault()
  })
}

function setBusy(input: HTMLInputElement, is: boolean): void {
  if (input.form) input.form.ariaBusy = is ? 'true' : null
}

function cacheGroups(text: string, groups: Group[]): void {
  if (cache.size >= maxCached) cache.clear()
  cache.set(text, groups)
}

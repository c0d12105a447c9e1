// How far the page was scrolled is kept in its entry of the history. Browsers cannot restore it on pages of the router,
// where they would scroll the page before, or in a list, whose results come later.

type Position = [left: number, top: number]

// In milliseconds.
const saveDelay = 150
const restoreTimeout = 10_000
const visitorEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown']

let kept = false
let paused = false
let timer = 0
let restoring = new AbortController()

/** Keeps the position of the shown page in the history from now on, also for a reload. */
export function keepScroll(): void {
  window.history.scrollRestoration = 'manual'
  paused = false
  if (kept) return
  kept = true
  window.addEventListener('scroll', saveSoon, { passive: true })
  saveSoon()
}

/** Keeps no position until the page of the address is shown. */
export function pauseScroll(): void {
  paused = true
  clearTimeout(timer)
}

function saveSoon(): void {
  clearTimeout(timer)
  if (!paused) timer = window.setTimeout(rememberScroll, saveDelay)
}

export function rememberScroll(): void {
  const state = (window.history.state ?? {}) as object
  const scroll: Position = [window.scrollX, window.scrollY]
  window.history.replaceState({ ...state, scroll }, '')
}

/**
 * Scrolls to where the page was, and again while results and other islands make it longer, until the visitor does
 * something. Reports whether a position is known.
 */
export function restoreScroll(): boolean {
  const { scroll } = (window.history.state ?? {}) as { scroll?: Position }
  restoring.abort()
  if (!scroll) return false
  const [left, top] = scroll
  const scrollThere = () => window.scrollTo({ left, top, behavior: 'instant' })
  const { signal } = (restoring = new AbortController())
  const stop = () => restoring.abort()
  const growth = new ResizeObserver(scrollThere)
  const timeout = window.setTimeout(stop, restoreTimeout)
  signal.addEventListener('abort', () => {
    growth.disconnect()
    clearTimeout(timeout)
  })
  for (const event of visitorEvents) window.addEventListener(event, stop, { passive: true, signal })
  scrollThere()
  growth.observe(document.body)
  return true
}

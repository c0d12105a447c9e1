import type { Hydrate } from './islands'
import { isModified } from './links'

interface Sleeper {
  /** Fetches the island's code, without running it. */
  preload(): void
  /** Brings the island to life; resolves when it can answer events. */
  wake(): Promise<void>
}

/**
 * Wakes an island when its row of the table says, and earlier if it is used: the click that wakes it is replayed.
 * Returns what stops the waiting.
 */
export function wakeOn(element: HTMLElement, when: Hydrate, { preload, wake }: Sleeper): () => void {
  const stop = new AbortController()
  let waking: Promise<void> | undefined

  const rouse = (): Promise<void> => {
    waking ??= restoringFocus(element, wake()).finally(() => stop.abort())
    return waking
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target
    if (!(target instanceof Element) || isModified(event) || isPlainLink(target)) return
    event.preventDefault()
    event.stopPropagation()
    const place = placeOf(target, element)
    rouse().then(
      () => replay(find(place, element)),
      () => follow(target),
    )
  }
  const onFocus = ({ target }: FocusEvent) => {
    // A pointer's focus comes before its click; waking there would pull the button away under it.
    if (target instanceof Element && (isField(target) || target.matches(':focus-visible'))) void rouse().catch(ignore)
  }
  const options = { capture: true, signal: stop.signal }
  element.addEventListener('click', onClick, options)
  element.addEventListener('focusin', onFocus, options)
  element.addEventListener('pointerover', preload, { ...options, once: true, passive: true })
  element.addEventListener('touchstart', preload, { ...options, once: true, passive: true })
  const wished = when === 'wished' && document.documentElement.classList.contains('wished')
  if (when === 'load' || wished) void rouse().catch(ignore)
  if (when === 'idle') onIdle(() => void rouse().catch(ignore), stop.signal)
  if (when === 'visible') onVisible(element, () => void rouse().catch(ignore), stop.signal)
  return () => stop.abort()
}

// Whoever wakes the island reports its failure.
function ignore(): void {}

/** Links to pages inside a sleeping island are followed; links to files, or marked so, stand in for something livelier. */
function isPlainLink(target: Element): boolean {
  const link = target.closest<HTMLAnchorElement>('a[href]')
  return link !== null && !link.hasAttribute('data-replay') && !/\.[a-z0-9]+$/i.test(link.pathname)
}

function isField(target: Element): boolean {
  return target.matches('input, select, textarea')
}

function follow(target: Element): void {
  const link = target.closest<HTMLAnchorElement>('a[href]')
  if (link) window.location.assign(link.href)
}

function onIdle(run: () => void, signal: AbortSignal): void {
  const unlessStopped = () => {
    if (!signal.aborted) run()
  }
  const later = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(unlessStopped, { timeout: 2000 })
    else setTimeout(unlessStopped, 200)
  }
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true, signal })
}

function onVisible(element: HTMLElement, run: () => void, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) run()
    },
    { rootMargin: '200px' },
  )
  observer.observe(element)
  signal.addEventListener('abort', () => observer.disconnect())
}

/** Where a control stands in an island, so that it is found again when a light stand-in was replaced. */
interface Place {
  control: Element
  id: string
  replay: string | null
  steps: number[]
}

function placeOf(target: Element, island: Element): Place {
  const found = target.closest('button, a, input, select, textarea, label, summary, [role], [data-replay]')
  const control = found && island.contains(found) ? found : target
  const steps: number[] = []
  for (let at = control; at !== island && at.parentElement; at = at.parentElement) {
    steps.unshift([...at.parentElement.children].indexOf(at))
  }
  return { control, id: control.id, replay: control.getAttribute('data-replay'), steps }
}

function find({ control, id, replay, steps }: Place, island: Element): Element | null {
  if (island.contains(control)) return control
  const named =
    (replay && island.querySelector(`[data-replay="${CSS.escape(replay)}"]`)) ||
    (id && island.querySelector(`[id="${CSS.escape(id)}"]`))
  if (named) return named
  let at: Element | undefined = island
  for (const step of steps) at = at?.children[step]
  return at?.tagName === control.tagName ? at : island.querySelector('button, input, select, textarea, a[href]')
}

function replay(control: Element | null): void {
  if (control instanceof HTMLElement) control.click()
}

/** Keeps the focus on the same control while an island's stand-in is replaced. */
async function restoringFocus(island: HTMLElement, waking: Promise<void>): Promise<void> {
  await Promise.resolve()
  let place: Place | undefined
  const note = () => {
    const active = document.activeElement
    if (active && active !== island && island.contains(active)) place = placeOf(active, island)
  }
  note()
  island.addEventListener('focusin', note)
  try {
    await waking
  } finally {
    island.removeEventListener('focusin', note)
  }
  if (!place || island.contains(place.control)) return
  const control = find(place, island)
  if (control instanceof HTMLElement && document.activeElement === document.body) control.focus()
}

import type { IslandEntry } from './islands'
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
export function wakeOn(
  element: HTMLElement,
  { hydrate, onlyIf }: Pick<IslandEntry, 'hydrate' | 'onlyIf'>,
  { preload, wake }: Sleeper,
): () => void {
  const stop = new AbortController()
  let waking: Promise<void> | undefined

  const rouse = (): Promise<void> => {
    waking ??= restoringFocus(element, wake()).finally(() => stop.abort())
    return waking
  }
  const wakeByItself = async () => {
    const may = !onlyIf || (await onlyIf(element))
    if (may && !stop.signal.aborted) await rouse()
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target
    if (!(target instanceof Element) || isModified(event) || isPlainLink(target) || isChoice(target)) return
    event.preventDefault()
    event.stopPropagation()
    const place = placeOf(target, element)
    place.control.setAttribute('aria-busy', 'true')
    rouse()
      .finally(() => place.control.removeAttribute('aria-busy'))
      .then(
        () => replay(find(place, element)),
        () => follow(target),
      )
  }
  const onSpace = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== ' ' || !(target instanceof HTMLElement) || !target.matches('a[role=button]')) return
    event.preventDefault()
    target.click()
  }
  const onChange = ({ target }: Event) => {
    if (!isChoice(target)) return
    const { value } = target
    const place = placeOf(target, element)
    rouse().then(() => choose(find(place, element), value), ignore)
  }
  const onFocus = ({ target }: FocusEvent) => {
    // A pointer's focus comes before its click; waking there would pull the button away under it.
    if (isChoice(target)) return preload()
    if (target instanceof Element && (isField(target) || target.matches(':focus-visible'))) void rouse().catch(ignore)
  }
  const options = { capture: true, signal: stop.signal }
  element.addEventListener('click', onClick, options)
  element.addEventListener('keydown', onSpace, options)
  element.addEventListener('change', onChange, options)
  element.addEventListener('focusin', onFocus, options)
  element.addEventListener('pointerover', preload, { ...options, once: true, passive: true })
  element.addEventListener('touchstart', preload, { ...options, once: true, passive: true })
  // Without a script they lead somewhere; with one they do what buttons do.
  for (const link of element.querySelectorAll('a[data-replay]')) link.setAttribute('role', 'button')
  if (hydrate === 'load') wakeByItself().catch(ignore)
  if (hydrate === 'visible') onVisible(element, () => wakeByItself().catch(ignore), stop.signal)
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
  return target.matches('input, textarea')
}

/** The browser's own list of choices would close if the field were replaced under it: it wakes once something is chosen. */
function isChoice(target: EventTarget | null): target is HTMLSelectElement {
  return target instanceof HTMLSelectElement
}

function follow(target: Element): void {
  const link = target.closest<HTMLAnchorElement>('a[href]')
  if (link) window.location.assign(link.href)
}

function onVisible(element: HTMLElement, run: () => void, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      run()
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

function choose(control: Element | null, value: string): void {
  if (!isChoice(control)) return
  control.value = value
  control.dispatchEvent(new Event('change', { bubbles: true }))
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

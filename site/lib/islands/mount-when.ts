import type { Mounting } from './island-contract'
import { isModified } from '../navigation/links'

interface IslandLoader {
  /** Fetches the code of the island, and the data that it needs. */
  preload(): void
  /** Mounts the island; resolves when it answers events. */
  mount(): Promise<void>
}

/**
 * Mounts an island at the time that its row of islands/mounting.ts defines, and earlier if one of its controls is used:
 * the click is replayed after the mount. Returns a function that stops the waiting.
 */
export function mountWhen(
  element: HTMLElement,
  { mountOn, onlyIf }: Mounting,
  { preload, mount }: IslandLoader,
): () => void {
  const stop = new AbortController()
  let mounting: Promise<void> | undefined
  let preloaded = false

  const mountOnce = (): Promise<void> => {
    mounting ??= withFocusRestored(element, mount()).finally(() => stop.abort())
    return mounting
  }
  const mountIfAllowed = async () => {
    const isAllowed = !onlyIf || (await onlyIf(element))
    if (isAllowed && !stop.signal.aborted) await mountOnce()
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target
    if (!(target instanceof Element) || isModified(event) || isPlainLink(target) || isSelect(target)) return
    const control = controlOf(target, element)
    if (!control) return
    const path = pathOf(control, element)
    event.preventDefault()
    event.stopPropagation()
    path.control.setAttribute('aria-busy', 'true')
    mountOnce()
      .finally(() => path.control.removeAttribute('aria-busy'))
      .then(
        () => replay(findCounterpart(path, element)),
        () => followLink(target),
      )
  }
  const onChange = ({ target }: Event) => {
    if (!isSelect(target)) return
    const { value } = target
    const path = pathOf(target, element)
    mountOnce().then(() => selectValue(findCounterpart(path, element), value), ignore)
  }
  const onFocus = ({ target }: FocusEvent) => {
    // A pointer's focus precedes its click: a mount in between would replace the pressed button.
    if (isSelect(target)) return preload()
    if (target instanceof Element && (isField(target) || target.matches(':focus-visible')))
      void mountOnce().catch(ignore)
  }
  const onApproach = ({ target }: Event) => {
    if (preloaded || !(target instanceof Element) || isPlainLink(target) || !controlOf(target, element)) return
    preloaded = true
    preload()
  }
  const options = { capture: true, signal: stop.signal }
  element.addEventListener('click', onClick, options)
  element.addEventListener('keydown', onSpace, options)
  element.addEventListener('change', onChange, options)
  element.addEventListener('focusin', onFocus, options)
  element.addEventListener('pointerover', onApproach, { ...options, passive: true })
  element.addEventListener('touchstart', onApproach, { ...options, passive: true })
  // Links without a script; buttons with one.
  for (const link of element.querySelectorAll('a[data-replay]')) link.setAttribute('role', 'button')
  if (mountOn === 'load') mountIfAllowed().catch(ignore)
  if (mountOn === 'visible') onVisible(element, () => mountIfAllowed().catch(ignore), stop.signal)
  return () => stop.abort()
}

/** Makes the space bar click a link that replaces a button. */
function onSpace(event: KeyboardEvent): void {
  const { key, target } = event
  if (key !== ' ' || !(target instanceof HTMLElement) || !target.matches('a[role=button]')) return
  event.preventDefault()
  target.click()
}

// mountIslands reports a failed mount. Where `onlyIf` fails, the island waits until it is used.
function ignore(): void {}

/** Reports whether target is in a link to a page. Links to files, or with data-replay, are fallbacks of buttons. */
function isPlainLink(target: Element): boolean {
  const link = target.closest<HTMLAnchorElement>('a[href]')
  return link !== null && !link.hasAttribute('data-replay') && !/\.[a-z0-9]+$/i.test(link.pathname)
}

function isField(target: Element): boolean {
  return target.matches('input, textarea')
}

/** Reports whether target is a select: its open list would close if the island mounted before the choice. */
function isSelect(target: EventTarget | null): target is HTMLSelectElement {
  return target instanceof HTMLSelectElement
}

function followLink(target: Element): void {
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

/** ControlPath locates a control in an island, to find its counterpart after the fallback was replaced. */
interface ControlPath {
  control: Element
  steps: number[]
}

/** Returns the control that an element is in; null for an element that is in none, such as a text. */
function controlOf(target: Element, island: Element): Element | null {
  const control = target.closest('button, a, input, select, textarea, label, summary, [role=button], [data-replay]')
  return control && island.contains(control) ? control : null
}

function pathOf(control: Element, island: Element): ControlPath {
  const steps: number[] = []
  for (let at = control; at !== island && at.parentElement; at = at.parentElement) {
    steps.unshift([...at.parentElement.children].indexOf(at))
  }
  return { control, steps }
}

/** Returns the control's counterpart: of the same data-replay, of the same id, or of the same tag at the same place. */
function findCounterpart(path: ControlPath | null, island: Element): Element | null {
  if (!path || island.contains(path.control)) return path && path.control
  const { control, steps } = path
  const replayed = control.getAttribute('data-replay')
  const named =
    (replayed && island.querySelector(`[data-replay="${CSS.escape(replayed)}"]`)) ||
    (control.id && island.querySelector(`[id="${CSS.escape(control.id)}"]`))
  if (named) return named
  let at: Element | undefined = island
  for (const step of steps) at = at?.children[step]
  return at?.tagName === control.tagName ? at : null
}

function replay(control: Element | null): void {
  if (control instanceof HTMLElement) control.click()
}

function selectValue(control: Element | null, value: string): void {
  if (!isSelect(control)) return
  control.value = value
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Keeps the focus on the same control while an island's fallback is replaced. */
async function withFocusRestored(island: HTMLElement, mounting: Promise<void>): Promise<void> {
  await Promise.resolve()
  let path: ControlPath | null = null
  const recordFocus = () => {
    const active = document.activeElement
    if (active && active !== island && island.contains(active)) path = pathOf(active, island)
  }
  recordFocus()
  island.addEventListener('focusin', recordFocus)
  try {
    await mounting
  } finally {
    island.removeEventListener('focusin', recordFocus)
  }
  const control = findCounterpart(path, island)
  if (control instanceof HTMLElement && document.activeElement === document.body) control.focus()
}

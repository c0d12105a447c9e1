import './next-starts.css'
import { sortTimetable } from './order'
import { knownStarts, startsOf } from './starts'
import { wordsOf } from './words'

// What comes into sight in one go is asked for together.
const pause = 100
const ahead = '400px 0px'

const started = new WeakSet<HTMLElement>()

/**
 * Has places marked with data-starts, which say when a product starts on an ordinary day, tell when it starts next. Plain DOM:
 * they stand in lists that the server made, and in lists that React or the router puts there later. Nothing of what is there
 * is taken away, since it may be React's; without an answer it stays to be seen.
 */
export function startNextStarts(page: HTMLElement): void {
  if (started.has(page)) return
  started.add(page)
  const seen = new WeakSet<Element>()
  let waiting: HTMLElement[] = []

  const tell = async () => {
    const places = waiting
    waiting = []
    const found = await startsOf(places.map(slugOf))
    for (const place of places) {
      const told = found.get(slugOf(place))
      if (told && place.isConnected) show(place, told.status, wordsOf(told))
    }
    for (const list of new Set(places.map(timetableOf))) if (list) reveal(list)
  }
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        for (const place of together(target as HTMLElement)) ask(place)
      }
    },
    { rootMargin: ahead },
  )
  const ask = (place: HTMLElement) => {
    near.unobserve(place)
    if (waiting.includes(place)) return
    if (waiting.push(place) === 1) window.setTimeout(() => void tell(), pause)
  }
  const watch = (place: Element) => {
    seen.add(place)
    near.observe(place)
  }
  const places = () => [...page.querySelectorAll('[data-starts]')]
  const look = () => {
    places().forEach((place) => seen.has(place) || watch(place))
    // React puts rows that it renders anew where they were published.
    page.querySelectorAll<HTMLElement>('[data-sorted]').forEach((list) => sortTimetable(list, knownStarts))
  }
  new MutationObserver(look).observe(page, { childList: true, subtree: true })
  // Whoever comes back to a page after a while, or from another day, is told anew.
  document.addEventListener('visibilitychange', () => document.hidden || places().forEach(watch))
  look()
}

function timetableOf(place: Element): HTMLElement | null {
  return place.closest<HTMLElement>('[data-timetable]')
}

/** The places whose order depends on one another: all of a timetable, else the place alone. */
function together(place: HTMLElement): HTMLElement[] {
  return [...(timetableOf(place)?.querySelectorAll<HTMLElement>('[data-starts]') ?? [place])]
}

/** Sorts a timetable, and shows it if it has waited for that. Rows that are seen already turn over as a board does. */
function reveal(list: HTMLElement): void {
  const focused = list.querySelector<HTMLElement>(':focus')
  const sort = () => {
    sortTimetable(list, knownStarts)
    list.dataset.sorted = ''
    delete list.dataset.turning
    focused?.focus({ preventScroll: true })
  }
  list.dataset.turning = ''
  // A frame without them has to be drawn, else they would move under the eye.
  requestAnimationFrame(() => requestAnimationFrame(sort))
}

function slugOf(place: HTMLElement): string {
  return place.dataset.starts ?? ''
}

function show(place: HTMLElement, status: string, words: (Node | string)[]): void {
  const line = place.querySelector(':scope > .starts-now') ?? document.createElement('span')
  line.className = 'starts-now'
  line.replaceChildren(...words)
  if (!line.parentNode) place.append(line)
  place.dataset.told = status
}

import './next-starts.css'
import { sortTimetable } from './sort-timetable'
import { fetchStarts, knownStarts, startsText } from './starts'

// Rows that come into view together share one request.
const batchDelay = 100
const rootMargin = '400px 0px'

const started = new WeakSet<HTMLElement>()

/**
 * Shows when products start next, in elements with data-starts, which show the usual start times until then. The
 * elements may be the server's, React's or the router's; nothing in them is removed, and without an answer they stay as
 * they are.
 */
export function startNextStarts(page: HTMLElement): void {
  if (started.has(page)) return
  started.add(page)
  const observed = new WeakSet<Element>()
  let pending: HTMLElement[] = []

  const update = async () => {
    const places = pending
    pending = []
    await fetchStarts(places.map(slugOf))
    for (const place of places) {
      const starts = knownStarts(slugOf(place))
      if (starts && place.isConnected) show(place, starts.status, startsText(starts))
    }
    for (const list of new Set(places.map(timetableOf))) if (list) sortAndReveal(list)
  }
  const visibility = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        for (const place of timetablePlaces(target as HTMLElement)) request(place)
      }
    },
    { rootMargin },
  )
  const request = (place: HTMLElement) => {
    visibility.unobserve(place)
    if (pending.includes(place)) return
    if (pending.push(place) === 1) window.setTimeout(() => void update(), batchDelay)
  }
  const observe = (place: Element) => {
    observed.add(place)
    visibility.observe(place)
  }
  const places = () => [...page.querySelectorAll('[data-starts]')]
  const scan = () => {
    places().forEach((place) => observed.has(place) || observe(place))
    // React renders rows in their published order.
    page.querySelectorAll<HTMLElement>('[data-sorted]').forEach((list) => sortTimetable(list, knownStarts))
  }
  new MutationObserver(scan).observe(page, { childList: true, subtree: true })
  // The times may be out of date when the visitor comes back to the page.
  document.addEventListener('visibilitychange', () => document.hidden || places().forEach(observe))
  scan()
}

function timetableOf(place: Element): HTMLElement | null {
  return place.closest<HTMLElement>('[data-timetable]')
}

/** Returns the places whose order depends on one another: all of a timetable, or the place alone. */
function timetablePlaces(place: HTMLElement): HTMLElement[] {
  return [...(timetableOf(place)?.querySelectorAll<HTMLElement>('[data-starts]') ?? [place])]
}

/** Sorts a timetable and shows it. Rows that are visible already flip like a departure board. */
function sortAndReveal(list: HTMLElement): void {
  const focused = list.querySelector<HTMLElement>(':focus')
  const sort = () => {
    sortTimetable(list, knownStarts)
    list.dataset.sorted = ''
    delete list.dataset.turning
    focused?.focus({ preventScroll: true })
  }
  list.dataset.turning = ''
  // After a frame without the rows, so that they do not visibly move.
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
  place.dataset.status = status
}

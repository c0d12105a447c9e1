import { isModified, linkOf, routableUrl } from './links'
import type { LocaleInfo } from '../payload.gen'
import { popEvent } from './pop-event'
import { parameterBase, searchSegment } from './routes'
import { pathInLocale } from './site-path'

/** LinkRouter has the methods of the router that links use. */
export interface LinkRouter {
  follow(url: URL): void
  prefetch(url: URL): void
  pop(): void
}

// The milliseconds that a pointer has to rest on a link before its page is fetched.
const hoverDelay = 65

/** Passes links and searches within the site to the router; the browser follows the others. */
export function onLinks(locale: LocaleInfo, locales: LocaleInfo[], router: LinkRouter): void {
  // A link to another language gets the query of the address first.
  const target = (event: Event) => {
    const link = linkOf(event)
    if (link?.hreflang) copyParameters(link, pathInLocale(window.location.pathname, locale, locales))
    return link && routableUrl(link, window.location, locale, locales)
  }
  document.addEventListener('click', (event) => {
    const url = target(event)
    if (event.defaultPrevented || isModified(event) || !url) return
    event.preventDefault()
    router.follow(url)
  })
  document.addEventListener('submit', (event) => {
    const url = searchUrlOf(event)
    if (!url) return
    event.preventDefault()
    router.follow(url)
  })
  window.addEventListener('popstate', () => {
    if (document.dispatchEvent(new Event(popEvent, { cancelable: true }))) router.pop()
  })
  let timer = 0
  document.addEventListener('pointerover', (event) => {
    clearTimeout(timer)
    const url = target(event)
    if (url) timer = window.setTimeout(() => router.prefetch(url), hoverDelay)
  })
  const prefetch = (event: Event) => {
    const url = target(event)
    if (url) router.prefetch(url)
  }
  document.addEventListener('touchstart', prefetch, { passive: true })
  document.addEventListener('focusin', prefetch)
}

/** Keeps the parameters of the address in a language link: it leads to the same search, the same invoice. */
function copyParameters(link: HTMLAnchorElement, path: string | null): void {
  const base = path && parameterBase(path)
  if (base && link.pathname.endsWith(base)) link.pathname += path.slice(base.length)
  link.search = window.location.search
}

/**
 * Returns the target of a search form: /search/{text}, with the date as a parameter; with a date alone, the listing of
 * all experiences. Without script a form leads to /search?q={text}.
 */
function searchUrlOf(event: SubmitEvent): URL | null {
  const form = event.target
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches('[data-search]')) return null
  const value = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value.trim()
  const [text, date] = [value('q'), value('date')]
  if (!text && !date) return null
  const url = new URL(
    text ? `${form.action}/${searchSegment(text)}` : (form.dataset.search ?? ''),
    window.location.href,
  )
  if (date) url.searchParams.set('date', date)
  return url
}

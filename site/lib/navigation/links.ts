import type { LocaleInfo } from '../payload.gen'
import { pathInLocale } from './site-path'

/** Returns the link that an event happened on; null if there is none. */
export function linkOf(event: Pick<Event, 'composedPath'>): HTMLAnchorElement | null {
  const target = event.composedPath()[0]
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

/** Reports whether a click has a modifier key or button, and so does not follow the link in this tab. */
export function isModified(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}

/** Returns the URL of a link that the router may follow; null if the browser must. */
export function routableUrl(
  link: HTMLAnchorElement,
  here: Location,
  locale: LocaleInfo,
  locales: LocaleInfo[],
): URL | null {
  if (link.hasAttribute('download') || link.relList.contains('external')) return null
  if (link.target && link.target !== '_self') return null
  const url = new URL(link.href, here.href)
  if (url.origin !== here.origin || !/^https?:$/.test(url.protocol)) return null
  if (url.hash && url.pathname === here.pathname && url.search === here.search) return null
  const path = pathInLocale(url.pathname, locale, locales)
  // Paths of pages have no file extension; the browser opens or saves the others.
  if (path === null || /\.[a-z0-9]+$/i.test(path)) return null
  return /^\/(?:api|assets|builds|media|_ipx)\//.test(path) ? null : url
}

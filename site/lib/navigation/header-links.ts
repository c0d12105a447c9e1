import type { Payload } from '../payload'
import type { LocaleInfo } from '../payload.gen'
import { localePath } from './site-path'

export type Sections = Map<string, 'page' | 'true'>

/** Returns the aria-current of links, by their path: to the page, and to the pages above it. Home is above no page. */
export function sectionsOf(path: string): Sections {
  const sections: Sections = new Map([[path, 'page']])
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    sections.set(path.slice(0, at), 'true')
  }
  return sections
}

/** Updates header and footer for the page now shown: the language links, and the mark of the current section. */
export function updateHeaderLinks(payload: Payload, locales: LocaleInfo[]): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
    const locale = locales.find(({ code }) => code === link.hreflang)
    if (locale && !link.closest('#page'))
      link.setAttribute('href', localePath(locale, languageLinkPath(payload, locale.code)))
  }
  const pageLocale = locales.find(({ code }) => code === payload.locale)
  if (!pageLocale) return
  const currents = new Map<string | null, string>(
    [...sectionsOf(payload.path)].map(([section, current]) => [localePath(pageLocale, section), current]),
  )
  for (const link of document.querySelectorAll('body > :is(header, nav) a')) {
    const current = currents.get(link.getAttribute('href'))
    if (current) link.setAttribute('aria-current', current)
    else link.removeAttribute('aria-current')
  }
}

/** Returns the path of a page in a language that it exists in, without its prefix. */
export function pathInLanguage({ path, paths }: Payload, code: string): string {
  return paths?.[code] ?? path
}

/**
 * Returns the target of a language link: the same page, or the nearest that the language has. At the click
 * link-events.ts adds the parameter and the query of the address.
 */
export function languageLinkPath(payload: Payload, code: string): string {
  if (payload.kind === 'not-found') return '/'
  if (!payload.locales || payload.locales.includes(code)) return pathInLanguage(payload, code)
  return payload.kind === 'post' || payload.kind === 'blog' ? '/blog' : '/'
}

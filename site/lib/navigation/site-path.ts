import type { LocaleInfo } from '../payload.gen'

/** Returns the path in a language, with its prefix. */
export function localePath(locale: LocaleInfo, path: string): string {
  return path === '/' ? locale.prefix || '/' : locale.prefix + path
}

/** Returns a path of this language without its prefix; null for a path of another language. */
export function pathInLocale(pathname: string, locale: LocaleInfo, locales: LocaleInfo[]): string | null {
  const matchingLocale = locales.find(
    ({ prefix }) => prefix && (pathname === prefix || pathname.startsWith(`${prefix}/`)),
  )
  const prefix = matchingLocale?.prefix ?? ''
  if (prefix !== locale.prefix) return null
  return pathname.slice(prefix.length) || '/'
}

/** What has a page: its id, and the end of its address in this language where that is another. */
type Addressed = { address?: string | undefined } & ({ id: string } | { slug: string })

/** Returns the end of an address. */
export function pathSegmentOf(of: Addressed): string {
  return of.address ?? ('id' in of ? of.id : of.slug)
}

/** Returns the path of a city's listing, without prefix. */
export function cityPath(city: Addressed): string {
  return `/things-to-do-in-${pathSegmentOf(city)}`
}

/** Returns the path of a category's listing, without prefix. */
export function categoryPath(category: Addressed): string {
  return `/${pathSegmentOf(category)}`
}

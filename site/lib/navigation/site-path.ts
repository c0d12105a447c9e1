import type { LocaleInfo } from '../payload.gen'

/** A path without prefix in the given language. */
export function localePath(locale: LocaleInfo, path: string): string {
  return path === '/' ? locale.prefix || '/' : locale.prefix + path
}

/** A path of this language without its prefix; null if it is of another language. */
export function pathInLocale(pathname: string, locale: LocaleInfo, locales: LocaleInfo[]): string | null {
  const owner = locales.find(({ prefix }) => prefix && (pathname === prefix || pathname.startsWith(`${prefix}/`)))
  const prefix = owner?.prefix ?? ''
  if (prefix !== locale.prefix) return null
  return pathname.slice(prefix.length) || '/'
}

/** Where what a city has to offer is listed: a path without prefix. */
export function cityPath(id: string): string {
  return `/things-to-do-in-${id}`
}

/** Returns the path of a category's listing, without prefix. */
export function categoryPath(id: string): string {
  return `/${id}`
}

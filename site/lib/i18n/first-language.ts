import type { LocaleInfo } from '../payload.gen'
import { localePath } from '../navigation/site-path'

const year = 365 * 24 * 60 * 60
const bots = /bot|crawl|spider|slurp|lighthouse|headless|preview|facebookexternalhit|embedly/i

export interface Visit {
  /** The document's path, with its prefix. */
  path: string
  cookies: string
  /** The browser's languages, best first. */
  languages: readonly string[]
  userAgent: string
  locales: LocaleInfo[]
}

/** Returns the language of a visit: the path's, else the cookie's, else the browser's, else the default. */
export function localeOf({ path, cookies, languages, locales }: Omit<Visit, 'userAgent'>): LocaleInfo | undefined {
  const byPath = locales.find(({ prefix }) => prefix && (path === prefix || path.startsWith(`${prefix}/`)))
  // Below the root, a path without prefix is a page of the default language.
  if (byPath || path !== '/') return byPath ?? locales[0]
  const stored = localeCookie(cookies)
  return locales.find(({ code }) => code === stored) ?? spoken(languages, locales) ?? locales[0]
}

function spoken(languages: readonly string[], locales: LocaleInfo[]): LocaleInfo | undefined {
  for (const language of languages) {
    const found = locales.find(({ code }) => code === language.toLowerCase().split('-')[0])
    if (found) return found
  }
  return undefined
}

/** Returns the home page to redirect a first visit to: only from '/', only without a cookie, never for a bot. */
export function firstVisitTarget(visit: Visit): string | null {
  if (visit.path !== '/' || localeCookie(visit.cookies) !== undefined || bots.test(visit.userAgent)) return null
  const locale = localeOf(visit)
  return locale && locale.prefix ? localePath(locale, '/') : null
}

function localeCookie(cookies: string): string | undefined {
  return /(?:^|; *)locale=([^;]*)/.exec(cookies)?.[1]
}

/** Returns the cookie that stores a chosen language. */
export function localeCookieText(code: string): string {
  return `locale=${code}; Max-Age=${year}; Path=/; SameSite=Lax`
}

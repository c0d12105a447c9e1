import type { LocaleInfo } from '../payload.gen'

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

/**
 * Returns the language whose home page a first visit is redirected to: only from '/', only without a cookie, never for
 * a bot. Undefined if it is the default, which has no prefix, or if the browser's languages are not configured.
 */
export function firstVisitLocale({ path, cookies, languages, userAgent, locales }: Visit): LocaleInfo | undefined {
  if (path !== '/' || /(?:^|; *)locale=/.test(cookies) || bots.test(userAgent)) return undefined
  const codes = languages.map((language) => language.toLowerCase().split('-')[0])
  const [spoken] = codes.flatMap((spokenCode) => locales.filter(({ code }) => code === spokenCode))
  return spoken?.prefix ? spoken : undefined
}

/** Stores the language of the shown page in a cookie, so that a language switch is an ordinary link. */
export function rememberLocale(code: string): void {
  document.cookie = `locale=${code}; Max-Age=${year}; Path=/; SameSite=Lax`
}

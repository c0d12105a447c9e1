// The redirects of paths. internal/core/redirect/redirect.go has the same rules in the same order, and both run the table
// of internal/core/redirect/testdata/redirects.json.
//
// A path is as it was requested: percent-encoded, with its query. Its answer is one hop, never a chain:
//  1. Refused: what does not begin with one slash, an empty segment inside, a backslash, a control character (also
//     percent-encoded).
//  2. Not pages, never redirected: builds, assets, media, api, _ipx, first segments that begin with a dot, payloads.
//  3. The prefix of the default language and of recognised languages that are not configured is dropped; trailing
//     slashes are dropped. The rules below see the path without its language and lead to a path in that language.
//  4. Editors' redirects, by whole path, and former addresses of pages, some of them in one language only.
//  5. /discover… leads to the list of everything.
//  6. /experiences and /things-to-do, whichever of them the deployment does not use, lead to the other.
//  7. Two segments or more whose first is not a known section lead to the experience named by the second, unless they
//     end in /page/<n>.
//  8. What rule 3 changed leads to what it was changed to.
// The query comes along unless the target has its own or is another site. Rules answer 301, editors what they chose.

/** What the rules know of a deployment. */
export interface RedirectRules {
  supplier: boolean
  /** Codes of the configured languages, the default first; English and Arabic if left out. */
  locales?: string[]
  redirectHosts?: string[]
  redirects?: { from: string; to: string; status: number; locale?: string }[]
}

export type RedirectAnswer = { to: string; status: number } | { refused: true } | null

const recognisedLocales = new Set('en fr es de ar ru tr az zh it he fa pt'.split(' '))
const notPages = new Set(['builds', 'assets', 'media', 'api', '_ipx'])
const knownSections = new Set([
  ...['blog', 'experiences', 'auth', 'about', 'cart', 'checkout', 'terms-and-conditions', 'privacy-policy', 'faq'],
  ...['things-to-do', 'search', 'invoices'],
])
const refused = { refused: true } as const
// Browsers read a backslash as a slash, and skip tabs and line ends inside addresses.
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const unsafe = /[\u0000-\u001f\u007f\\]|%(?:[01][0-9a-f]|7f)/i

/** Returns the redirect of `path`; null if there is none. */
export function redirectOf(path: string, rules: RedirectRules): RedirectAnswer {
  if (unsafe.test(path)) return refused
  const [pathname, query] = splitAt(path, '?')
  if (!pathname.startsWith('/') || pathname.replace(/\/+$/, '').includes('//') || /^\/\/+$/.test(pathname))
    return refused
  const first = pathname.split('/', 2)[1] ?? ''
  if (notPages.has(first) || first.startsWith('.') || pathname.endsWith('/_payload.json')) return null

  const { prefix, rest } = splitLocale(pathname.replace(/\/+$/, '') || '/', rules.locales ?? ['en', 'ar'])
  const answer = editorsRedirect(rest, prefix, query, rules) ?? siteRedirect(ruleTarget(rest, rules), prefix, query)
  const to = answer ?? { to: withPrefix(rest, prefix) + query, status: 301 }
  return 'to' in to && to.to === path ? null : to
}

/** Splits an address before its query or its fragment. */
function splitAt(address: string, mark: '?' | '#'): [before: string, rest: string] {
  const at = address.indexOf(mark)
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)]
}

/** Splits a path into the prefix of a configured language and the rest; prefixes of other languages are dropped. */
function splitLocale(path: string, locales: string[]): { prefix: string; rest: string } {
  const first = path.split('/', 2)[1] ?? ''
  if (!recognisedLocales.has(first)) return { prefix: '', rest: path }
  const rest = path.slice(1 + first.length) || '/'
  if (locales.indexOf(first) > 0) return { prefix: `/${first}`, rest }
  return splitLocale(rest, locales)
}

function withPrefix(path: string, prefix: string): string {
  return path === '/' ? prefix || '/' : prefix + path
}

function editorsRedirect(rest: string, prefix: string, query: string, rules: RedirectRules): RedirectAnswer {
  const code = prefix.slice(1) || (rules.locales?.[0] ?? 'en')
  const redirect = rules.redirects?.find(({ from, locale = code }) => from === rest && locale === code)
  if (!redirect) return null
  const target = safeTarget(redirect.to, rules.redirectHosts ?? [])
  if (!target) return refused
  if (target.external) return { to: target.to, status: redirect.status }
  const { prefix: ownPrefix } = splitLocale(splitAt(target.to, '?')[0], rules.locales ?? ['en', 'ar'])
  const answer = siteRedirect(target.to, ownPrefix ? '' : prefix, query)
  return answer && { ...answer, status: redirect.status }
}

/** Returns a redirect's target if it is safe: a path of this site, or an http address on an allowed host. */
export function safeTarget(to: string, hosts: readonly string[]): { to: string; external: boolean } | null {
  if (unsafe.test(to)) return null
  if (to.startsWith('/')) return to.startsWith('//') ? null : { to, external: false }
  if (!/^https?:\/\//i.test(to) || !URL.canParse(to)) return null
  const { host, href, username, password } = new URL(to)
  if (username || password || !hosts.includes(host)) return null
  return { to: href, external: true }
}

function ruleTarget(path: string, { supplier }: RedirectRules): string | null {
  const list = supplier ? '/experiences' : '/things-to-do'
  if (path.startsWith('/discover')) return list
  if (path === '/experiences' || path === '/things-to-do') return path === list ? null : list
  const [, first = '', second = ''] = path.split('/')
  if (!second || isKnownSection(first) || /\/page\/[0-9]+$/.test(path)) return null
  return supplier ? `/experiences/${second}` : `/things-to-do-in-${first}/${second}`
}

function isKnownSection(segment: string): boolean {
  return knownSections.has(segment) || segment.startsWith('things-to-do-in')
}

function siteRedirect(target: string | null, prefix: string, query: string): { to: string; status: number } | null {
  if (target === null) return null
  const [path, fragment] = splitAt(target, '#')
  const ownQuery = path.includes('?') ? '' : query
  return { to: withPrefix(path, prefix) + ownQuery + fragment, status: 301 }
}

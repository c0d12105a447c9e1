import { getOrInsert } from './get-or-insert'
import { translator, type Translate } from './i18n/i18n'
import type { MessageTree } from './i18n/message-tree'
import type { LocaleInfo, ProductCard, Shell } from './payload.gen'
import { pathSegmentOf, cityPath, localePath } from './navigation/site-path'

/** The parts of the shell that only the HTML of documents shows. */
export const serverShellKeys = [
  ...(['cities', 'categories', 'menu', 'footer', 'social'] as const),
  ...(['stylesheet', 'logo', 'fonts', 'analytics'] as const),
] satisfies (keyof Shell)[]

/** BrowserShell is the part of the shell that every document has in its JSON. */
export type BrowserShell = Omit<Shell, (typeof serverShellKeys)[number]>

/** Site is the deployment and the language of the rendered page. */
interface Site {
  shell: BrowserShell
  /** Islands add their messages when they load. */
  messages: MessageTree
  locale: LocaleInfo
  t: Translate
  href(path: string): string
  productHref(product: Pick<ProductCard, 'slug' | 'address' | 'city'>): string
  listingPath: '/experiences' | '/things-to-do'
}

// One for the whole module: the server renders synchronously, and a document keeps its language all its life.
let current: Site | undefined

export function site(): Site {
  if (!current) throw new Error('site() before setSite()')
  return current
}

/** Returns a message in the page's language. */
export const t = ((key: never, values: never) => site().t(key, values)) as unknown as Translate

/** Returns the address of a path in the page's language: '/blog' → '/ar/blog'. */
export const href = (path: string): string => site().href(path)

/** Returns a page's title with the site's name, unless the title names it. */
export function fullTitle(title: string): string {
  const { name } = site().shell
  return title.includes(name) ? title : `${title} | ${name}`
}

const sites = new WeakMap<MessageTree, WeakMap<BrowserShell, Site>>()

/** Sets shell and messages for everything that is rendered from now on. */
export function setSite(shell: BrowserShell, messages: MessageTree): void {
  const byShell = getOrInsert(sites, messages, () => new WeakMap())
  current = getOrInsert(byShell, shell, () => createSite(shell, messages))
}

function createSite(shell: BrowserShell, messages: MessageTree): Site {
  const locale = shell.locales.find((l) => l.code === shell.locale)
  if (!locale) throw new Error(`no locale "${shell.locale}"`)
  const href = (path: string) => localePath(locale, path)
  return {
    shell,
    messages,
    locale,
    t: translator(locale.code, messages),
    href,
    productHref: (card) => href(`${shell.supplier ? '/experiences' : cityPath(card.city)}/${pathSegmentOf(card)}`),
    listingPath: shell.supplier ? '/experiences' : '/things-to-do',
  }
}

import type { BuildWatch } from './live-build'
import type { Payload } from '../payload'
import type { LocaleInfo } from '../payload.gen'
import { PayloadCache } from './payload-cache'
import { redirectOf, safeTarget } from './redirects'
import { PageNotFound, payloadPath } from './routes'
import { keepScroll, pauseScroll, rememberScroll, restoreScroll } from './scroll-position'
import { localePath, pathInLocale } from './site-path'

/** RouterHost is the document's side of the router, which itself handles addresses and history only, without React. */
interface RouterHost {
  locale: LocaleInfo
  locales: LocaleInfo[]
  supplier: boolean
  build: BuildWatch
  /** Loads the code of a payload's page, and returns a function that shows it. */
  prepare(payload: Payload | Error): Promise<() => void>
  /** Fetches the redirect of a path that has no page. */
  lookUpRedirect(path: string): Promise<string | null>
}

type NavigationType = 'push' | 'pop'
type Target = NonNullable<ReturnType<typeof safeTarget>>

const maxRedirects = 5
const busyDelay = 200

/** Router follows links inside the site without loading whole documents. After a failure it loads the document. */
export class Router {
  readonly #host: RouterHost
  readonly #payloads = new PayloadCache()
  // Counts navigations: a later one stops those before.
  #navigation = 0
  #shown: string

  /** `shown` is the address that the document was loaded for. */
  constructor(host: RouterHost, shown: string) {
    this.#host = host
    this.#shown = pageKey(new URL(shown))
  }

  /** Goes to an address of this site and language. */
  async follow(url: URL, how: NavigationType = 'push', redirectCount = 0): Promise<void> {
    const navigation = ++this.#navigation
    const isCurrent = () => navigation === this.#navigation
    const unmarkBusy = markBusy()
    try {
      await this.#follow(url, how, redirectCount, isCurrent)
    } catch {
      if (isCurrent()) await this.#fail(url, how, isCurrent)
    } finally {
      unmarkBusy()
    }
  }

  /** Shows the page of the address that back or forward led to. */
  pop(): void {
    if (pageKey(window.location) !== this.#shown) {
      pauseScroll()
      return void this.follow(new URL(window.location.href), 'pop')
    }
    this.#navigation++ // stops a navigation that is under way
  }

  /** Prefetches the data of a link's page. */
  async prefetch(url: URL): Promise<void> {
    try {
      const build = await this.#host.build.check()
      if (build.stale || this.#redirected(url)) return
      const payload = await this.#load(url)
      if (payload) await this.#host.prepare(payload)
    } catch {
      // Only a prefetch failed: the click will report it.
    }
  }

  async #follow(url: URL, how: NavigationType, redirectCount: number, isCurrent: () => boolean): Promise<void> {
    const { build } = this.#host
    const { id, stale } = build.current().id ? build.current() : await build.check()
    if (stale || redirectCount > maxRedirects) return loadDocument(url, how)
    const target = this.#redirected(url)
    if (target) return this.#redirect(target, how, redirectCount)
    const payload = await this.#load(url, id)
    if (!isCurrent()) return
    if (payload) return this.#show(payload, url, how, isCurrent)
    const found = await this.#host.lookUpRedirect(url.pathname)
    if (!isCurrent()) return
    const safe = found === null ? null : safeTarget(found, this.#rules().redirectHosts)
    return safe ? this.#redirect(safe, how, redirectCount) : loadDocument(url, how)
  }

  /** Loads the whole document; without a network, shows the error in the page. */
  async #fail(url: URL, how: NavigationType, isCurrent: () => boolean): Promise<void> {
    if (window.navigator.onLine) return loadDocument(url, how)
    await this.#show(new Error(), url, how, isCurrent).catch(() => loadDocument(url, how))
  }

  #rules() {
    const { build, supplier, locales } = this.#host
    const { redirectHosts = [], redirects = [] } = build.current().manifest ?? {}
    return { supplier, locales: locales.map(({ code }) => code), redirectHosts, redirects }
  }

  #redirected(url: URL): Target | null {
    const rules = this.#rules()
    const answer = redirectOf(url.pathname + url.search, rules)
    if (!answer) return null
    // The server refuses it too, with an error page.
    if (!('to' in answer)) throw new Error(`${url.pathname} is refused`)
    return safeTarget(answer.to, rules.redirectHosts)
  }

  async #redirect(target: Target, how: NavigationType, redirectCount: number): Promise<void> {
    const { locale, locales } = this.#host
    const url = new URL(target.to, window.location.href)
    if (target.external || pathInLocale(url.pathname, locale, locales) === null) return loadDocument(url, 'push')
    await this.follow(url, how, redirectCount + 1)
  }

  async #load(url: URL, build = this.#host.build.current().id): Promise<Payload | Error | null> {
    const { locale, locales } = this.#host
    const path = pathInLocale(url.pathname, locale, locales)
    if (path === null) throw new Error(`${url.pathname} is in another language`)
    try {
      return await this.#payloads.get(localePath(locale, payloadPath(path)), build)
    } catch (error) {
      if (error instanceof PageNotFound) return error
      throw error
    }
  }

  async #show(payload: Payload | Error, url: URL, how: NavigationType, isCurrent: () => boolean): Promise<void> {
    const display = await this.#host.prepare(payload)
    if (!isCurrent()) return
    if (how === 'push') {
      // A link in a dialog replaces the dialog's entry: Back leads to the page below it.
      if (isInDialog()) window.history.replaceState({}, '', url)
      else {
        rememberScroll()
        window.history.pushState({}, '', url)
      }
    }
    this.#shown = pageKey(url)
    display()
    keepScroll()
    scrollTo(url, how)
  }
}

function pageKey({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search
}

function loadDocument(url: URL, how: NavigationType): void {
  if (how === 'push') window.location.assign(url.href)
  else window.location.reload()
}

function isInDialog(): boolean {
  return Boolean((window.history.state as { layer?: number } | null)?.layer)
}

function scrollTo(url: URL, how: NavigationType): void {
  if (how === 'pop' && restoreScroll()) return
  const target = url.hash && document.getElementById(decodeURIComponent(url.hash.slice(1)))
  if (target) target.scrollIntoView()
  else window.scrollTo({ left: 0, top: 0, behavior: 'instant' })
}

/** Marks the page as busy if the next one takes long. Returns the function that ends that. */
function markBusy(): () => void {
  const page = document.getElementById('page')
  const timer = setTimeout(() => page?.setAttribute('aria-busy', 'true'), busyDelay)
  return () => {
    clearTimeout(timer)
    page?.removeAttribute('aria-busy')
  }
}

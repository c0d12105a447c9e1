import type { BuildWatch } from './build'
import { isModified, linkOf, routable } from './links'
import type { Payload } from './payload'
import type { LocaleInfo } from './payload.gen'
import { PayloadStore } from './payload-store'
import { redirectOf, safeTarget } from './redirects'
import { PageNotFound, payloadPath } from './routes'
import { localePath, pathInLocale } from './site-path'

/** What the router needs of the rest; it knows addresses and history and nothing of React. */
export interface RouterHost {
  locale: LocaleInfo
  locales: LocaleInfo[]
  supplier: boolean
  build: BuildWatch
  /** Loads what showing a payload takes, and gives what shows it at once. */
  prepare(payload: Payload | Error): Promise<() => void>
  /** Asks the server for a redirect of a path that has no page. */
  lookUp(path: string): Promise<string | null>
}

type How = 'push' | 'pop'

const mostHops = 5
const busyAfter = 200

/** Follows links inside the site without loading whole documents. Whatever goes wrong becomes a plain navigation. */
export function startRouter(host: RouterHost): void {
  const payloads = new PayloadStore()
  let turn = 0
  let shown = samePage(window.location)

  async function follow(url: URL, how: How, hops = 0): Promise<void> {
    const mine = ++turn
    const settle = markBusy()
    try {
      const build = host.build.current().id ? host.build.current() : await host.build.check()
      if (build.stale || hops > mostHops) return leave(url, how)
      const target = redirected(url)
      if (target) return await redirect(target, how, hops)
      const payload = await load(url)
      if (mine !== turn) return
      if (payload) return await show(payload, url, how, () => mine === turn)
      const found = await host.lookUp(url.pathname)
      if (mine !== turn) return
      const safe = found === null ? null : safeTarget(found, host.build.current().manifest?.redirectHosts ?? [])
      return safe ? await redirect(safe, how, hops) : leave(url, how)
    } catch {
      if (mine === turn) leave(url, how)
    } finally {
      settle()
    }
  }

  function redirected(url: URL): ReturnType<typeof safeTarget> {
    const manifest = host.build.current().manifest
    const answer = redirectOf(url.pathname + url.search, {
      supplier: host.supplier,
      locales: host.locales.map(({ code }) => code),
      redirectHosts: manifest?.redirectHosts ?? [],
      redirects: manifest?.redirects ?? [],
    })
    if (!answer) return null
    // The server refuses it too, and says so.
    if (!('to' in answer)) throw new Error('refused')
    return safeTarget(answer.to, manifest?.redirectHosts ?? [])
  }

  async function redirect(target: { to: string; external: boolean }, how: How, hops: number): Promise<void> {
    const url = new URL(target.to, window.location.href)
    if (target.external || pathInLocale(url.pathname, host.locale, host.locales) === null) return leave(url, 'push')
    await follow(url, how, hops + 1)
  }

  async function load(url: URL): Promise<Payload | Error | null> {
    const path = pathInLocale(url.pathname, host.locale, host.locales)
    if (path === null) throw new Error('another language')
    try {
      return await payloads.get(localePath(host.locale, payloadPath(path)), host.build.current().id)
    } catch (error) {
      if (error instanceof PageNotFound) return error
      throw error
    }
  }

  async function show(payload: Payload | Error, url: URL, how: How, current: () => boolean): Promise<void> {
    const display = await host.prepare(payload)
    if (!current()) return
    if (how === 'push') {
      rememberScroll()
      window.history.pushState({}, '', url)
    }
    window.history.scrollRestoration = 'manual'
    shown = samePage(url)
    display()
    scrollTo(url, how)
  }

  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || isModified(event)) return
    const url = routableLink(event, host)
    if (!url) return
    event.preventDefault()
    void follow(url, 'push')
  })
  window.addEventListener('popstate', () => {
    if (samePage(window.location) !== shown) void follow(new URL(window.location.href), 'pop')
  })
  // So that the browser itself restores the scroll after a reload.
  window.addEventListener('pagehide', () => {
    rememberScroll()
    window.history.scrollRestoration = 'auto'
  })
  onIntent((event) => {
    const url = routableLink(event, host)
    if (url) void prefetch(url)
  })

  async function prefetch(url: URL): Promise<void> {
    try {
      const build = await host.build.check()
      if (build.stale || redirected(url)) return
      const payload = await load(url)
      if (payload) await host.prepare(payload)
    } catch {
      // Only a prefetch: the click will find out, and say so.
    }
  }
}

function samePage({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search
}

function routableLink(event: Event, { locale, locales }: RouterHost): URL | null {
  const link = linkOf(event)
  return link && routable(link, window.location, locale, locales)
}

function leave(url: URL, how: How): void {
  if (how === 'push') window.location.assign(url.href)
  else window.location.reload()
}

function rememberScroll(): void {
  const state = (window.history.state ?? {}) as object
  window.history.replaceState({ ...state, scroll: [window.scrollX, window.scrollY] }, '')
}

function scrollTo(url: URL, how: How): void {
  const { scroll } = (window.history.state ?? {}) as { scroll?: [number, number] }
  if (how === 'pop' && scroll) return window.scrollTo({ left: scroll[0], top: scroll[1], behavior: 'instant' })
  const target = url.hash && document.getElementById(decodeURIComponent(url.hash.slice(1)))
  if (target) target.scrollIntoView()
  else window.scrollTo({ left: 0, top: 0, behavior: 'instant' })
}

/** Says that the page is on its way, if it takes long enough to notice. */
function markBusy(): () => void {
  const page = document.getElementById('page')
  const timer = setTimeout(() => page?.setAttribute('aria-busy', 'true'), busyAfter)
  return () => {
    clearTimeout(timer)
    page?.removeAttribute('aria-busy')
  }
}

const restFor = 65

/** Calls back when a pointer rests on something, a finger touches it or it gets the focus. */
function onIntent(run: (event: Event) => void): void {
  let rest: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('pointerover', (event) => {
    clearTimeout(rest)
    rest = setTimeout(run, restFor, retargeted(event))
  })
  document.addEventListener('touchstart', run, { passive: true })
  document.addEventListener('focusin', run)
}

// composedPath() is empty once the event is over.
function retargeted(event: Event): Event {
  const path = event.composedPath()
  return { composedPath: () => path } as unknown as Event
}

import '../../styles/index.css'
import { installAccountControl } from '../../widgets/account-control/account-control'
import { showCartCount } from '../../widgets/cart-count/cart-count'
import { installThemeToggle } from '../../widgets/theme/theme-toggle'
import { accountEvent, type AccountStep } from '../../features/account/open-account-dialog'
import { onUncaughtError, showAppError, showOffline } from '../../widgets/app-error/app-error'
import { isAwaitingResults } from '../../lib/navigation/awaiting-results'
import { mayReload } from '../../lib/navigation/chunk-guard'
import { messageText } from '../../lib/i18n/message-text'
import { firstVisitLocale, rememberLocale } from '../../lib/i18n/first-language'
import { onLinks, type LinkRouter } from '../../lib/navigation/link-events'
import { installMenuDismissal } from '../../widgets/menus/menus'
import type { LocaleInfo } from '../../lib/payload.gen'
import { offlineEvent, retryPendingLoads, whenOnline } from '../../lib/navigation/offline'
import type { Router } from '../../lib/navigation/router'
import { toastEvent, type Toast } from '../../features/toasts/raise-toast'
import { mountIslands } from './mount-islands'
import type { DocumentData } from './document-data'

const data = JSON.parse(document.getElementById('site')?.textContent ?? '{}') as DocumentData
const { shell } = data
const { locales } = shell
const locale = locales.find(({ code }) => code === shell.locale)

let reloading = false
reloadOnMissingChunk()
installErrorNotices()
leaveDialogEntry()
showMissingPath()
if (locale && !redirectToOwnLanguage()) {
  rememberLocale(locale.code)
  showCartCount(locale.code, data.strings)
  installMenuDismissal()
  installThemeToggle()
  installAccountControl(data.strings)
  mountIslands(data.islands, data)
  onLinks(locale, locales, lazyRouter(locale))
}

if (window.history.scrollRestoration === 'manual') keepPosition({ restore: true })
// A position is needed only after the first scroll.
else if (isAwaitingResults()) window.addEventListener('scroll', () => keepPosition({ restore: false }), { once: true })

const onDemand = () => import('./on-demand')

document.addEventListener(toastEvent, (event) => {
  const { detail } = event as CustomEvent<Toast>
  void onDemand().then((it) => it.showRaisedToast(detail, data))
})

document.addEventListener(accountEvent, (event) => {
  const unmarkBusy = markBusy()
  whenOnline(async () => (await onDemand()).openAccountDialog((event as CustomEvent<AccountStep>).detail, data))
    .catch((error: unknown) => reloading || reportError(error))
    .finally(unmarkBusy)
})

if (document.documentElement.classList.contains('repricing')) reprice()
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.matches('[data-currencies]')) reprice(target.value)
})
window.addEventListener('storage', ({ key }) => key === 'currency' && reprice())
window.addEventListener('pageshow', ({ persisted }) => persisted && reprice())

/** Shows prices in the visitor's currency. Where that fails they stay as they are. */
function reprice(choice?: string): void {
  const load = async () => (await import('./reprice')).reprice(data, choice)
  load().catch(() => {})
}

document.addEventListener('click', (event) => {
  const id = event.target instanceof Element && event.target.closest<HTMLElement>('[data-option]')?.dataset.option
  if (!id) return
  event.preventDefault()
  void whenOnline(() => import('../../features/booking/pick-option')).then((it) => it.pickOption(id))
})

let pressed: EventTarget | null = null
document.addEventListener('pointerdown', ({ target }) => (pressed = target))
document.addEventListener('keydown', () => (pressed = null))
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('[data-search] [name=q]')) return
  const byPress = target === pressed
  // Without suggestions the form still searches.
  onDemand()
    .then((it) => it.startSuggestions(target, byPress, data))
    .catch(() => {})
})

// Rows that show when they start next, where a layout has such rows.
const page = document.getElementById('page')
if (page) {
  const rows = new MutationObserver(startWhenRowsShow)
  rows.observe(page, { childList: true, subtree: true })
  window.addEventListener('load', startWhenRowsShow)
  function startWhenRowsShow() {
    if (!page?.querySelector('[data-starts]')) return
    rows.disconnect()
    onDemand()
      .then((it) => it.startNextStarts(page, data))
      .catch(() => {})
  }
}

/** Marks the used control as busy while it loads. Returns a function that removes the mark. */
function markBusy(): () => void {
  const control = document.activeElement
  if (!control || control === document.body) return () => {}
  control.ariaBusy = 'true'
  return () => (control.ariaBusy = null)
}

function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    // Without a network a reload would leave the browser's error page in place of this one.
    if (!navigator.onLine || !mayReload(window.location.pathname, Date.now())) return
    reloading = true
    window.location.reload()
  })
}

function installErrorNotices(): void {
  onUncaughtError(() => {
    if (reloading) return
    if (!navigator.onLine) return showOfflineNotice()
    showAppError({
      message: messageText(data.strings, 'error.unknown'),
      retry: messageText(data.strings, 'error.retry'),
    })
  })
  document.addEventListener(offlineEvent, showOfflineNotice)
}

function showOfflineNotice(): void {
  const message = messageText(data.strings, 'error.offline')
  showOffline({ message, retry: messageText(data.strings, 'error.retry') }, retryPendingLoads)
}

/** Leaves the history entry of a dialog that was open before a reload: at it, Back would change nothing. */
function leaveDialogEntry(): void {
  const { layer = 0 } = (window.history.state ?? {}) as { layer?: number }
  if (layer > 0) window.history.go(-layer)
}

/** Keeps where the page is scrolled to; `restore` scrolls it to where it was before a reload. */
function keepPosition({ restore }: { restore: boolean }): void {
  const load = async () => {
    const { keepScroll, restoreScroll } = await import('../../lib/navigation/scroll-position')
    keepScroll()
    if (restore) restoreScroll()
  }
  load().catch(() => {})
}

/** Writes the missing path into the not-found page: the server's document is the same for every path. */
function showMissingPath(): void {
  const missing = document.getElementById('missing-path')
  if (missing) missing.textContent = window.location.pathname
}

/** Redirects the first visit of '/' to the browser's language, once, and reports whether it does; needs cookies. */
function redirectToOwnLanguage(): boolean {
  const own = firstVisitLocale({
    path: window.location.pathname,
    cookies: document.cookie,
    languages: navigator.languages,
    userAgent: navigator.userAgent,
    locales,
  })
  if (!own) return false
  rememberLocale(own.code)
  if (!document.cookie.includes(`locale=${own.code}`)) return false
  window.location.replace(own.prefix + window.location.search + window.location.hash)
  return true
}

/** Returns a router that loads when the visitor first points at a link. */
function lazyRouter(locale: LocaleInfo): LinkRouter {
  const loadedAddress = window.location.href
  let router: Promise<Router> | undefined
  const load = () =>
    (router ??= whenOnline(() => import('./make-router')).then((it) => it.makeRouter(data, locale, loadedAddress)))
  return {
    follow: (url) =>
      void load().then(
        (it) => it.follow(url),
        () => reloading || window.location.assign(url.href),
      ),
    prefetch: (url) =>
      void load().then(
        (it) => it.prefetch(url),
        () => {},
      ),
    pop: () =>
      void load().then(
        (it) => it.pop(),
        () => reloading || window.location.reload(),
      ),
  }
}

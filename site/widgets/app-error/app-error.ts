import { createElement } from '../../lib/browser/element'
import { modalDialog } from '../../lib/navigation/modal-dialog'

interface NoticeText {
  message: string
  retry: string
}

/** Shows an uncaught error at the foot of the page, which stays readable. Plain DOM: React may be what failed. */
export function showAppError(text: NoticeText): void {
  showAtFoot('app-error', text, () => window.location.reload())
}

/** Shows that there is no network, at the foot of the page, until it is back. */
export function showOffline(text: NoticeText, onRetry: () => void): void {
  const box = showAtFoot('app-offline', text, onRetry)
  if (box) window.addEventListener('online', () => box.remove(), { once: true })
}

function showAtFoot(id: string, { message, retry }: NoticeText, onRetry: () => void): HTMLElement | undefined {
  if (document.getElementById(id)) return
  const button = createElement('button', { type: 'button', class: 'button button-outlined' }, retry)
  button.onclick = onRetry
  const box = createElement(
    'div',
    { id, class: 'app-error', role: 'alert' },
    createElement('span', {}, message),
    button,
  )
  // Nothing outside an open modal dialog can be pressed.
  const place = [...document.querySelectorAll(modalDialog)].at(-1) ?? document.body
  place.append(box)
  return box
}

/** Calls `run` for our own uncaught errors; those of extensions and of other sites' scripts have no Error object. */
export function onUncaughtError(run: (error: unknown) => void): void {
  window.addEventListener('error', ({ error }: ErrorEvent) => {
    if (error instanceof Error) run(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    // An aborted request is no error.
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) run(reason)
  })
}

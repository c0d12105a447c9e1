import { openAccountDialog } from '../../lib/account-dialog'
import type { MessageTree } from '../../lib/i18n'
import { isModified } from '../../lib/links'
import { signInMark } from '../../lib/session'
import { raiseToast } from '../../lib/toast'

/**
 * Keeps the header telling whether somebody is signed in, in every tab, and answers its account controls. Plain DOM: every
 * page has it. `strings` has the branches toast and error.
 */
export function controlAccount(strings: MessageTree): () => void {
  const stop = new AbortController()
  const unsubscribe = signInMark.subscribe((mark) => {
    document.documentElement.classList.toggle('signed-in', mark !== '')
  })
  const onClick = (event: MouseEvent) => {
    const control = event.target instanceof Element && event.target.closest<HTMLElement>('[data-account]')
    if (!control || isModified(event)) return
    event.preventDefault()
    if (control.dataset.account === 'sign-in') openAccountDialog()
    else void leave(control, strings)
  }
  document.addEventListener('click', onClick, { signal: stop.signal })
  return () => {
    stop.abort()
    unsubscribe()
  }
}

/** Signs out; the menu it was asked in gives way to the control beside it, which takes the focus. */
async function leave(control: HTMLElement, { toast, error }: MessageTree): Promise<void> {
  if (control.ariaBusy === 'true') return
  control.ariaBusy = 'true'
  try {
    const { signOut } = await import('../../lib/account')
    await signOut()
    control.closest('details')?.removeAttribute('open')
    document.querySelector<HTMLElement>('[data-account="sign-in"]')?.focus()
    raiseToast({ kind: 'success', text: message(toast, 'signedOut') })
  } catch {
    raiseToast({ kind: 'error', text: message(error, 'unknown') })
  } finally {
    control.ariaBusy = null
  }
}

function message(branch: string | MessageTree | undefined, key: string): string {
  return String(typeof branch === 'object' ? (branch[key] ?? '') : '')
}

import { openAccountDialog } from '../../features/account/open-account-dialog'
import type { MessageTree } from '../../lib/i18n/message-tree'
import { isModified } from '../../lib/navigation/links'
import { signInMark } from '../../features/account/sign-in-mark'

/**
 * Shows in the header, in every tab, whether the visitor is signed in, and handles its account controls. `messages` has
 * the branches toast and error.
 */
export function installAccountControl(messages: MessageTree): () => void {
  const stop = new AbortController()
  const unsubscribe = signInMark.subscribe((mark) => {
    document.documentElement.classList.toggle('signed-in', mark !== '')
  })
  const onClick = async (event: MouseEvent) => {
    const control = event.target instanceof Element && event.target.closest<HTMLElement>('[data-account]')
    if (!control || isModified(event)) return
    event.preventDefault()
    if (control.dataset.account === 'sign-in') openAccountDialog()
    else await (await import('./sign-out')).signOut(control, messages)
  }
  document.addEventListener('click', onClick, { signal: stop.signal })
  return () => {
    stop.abort()
    unsubscribe()
  }
}

import { signOut } from '../../features/account/account'
import type { MessageTree } from '../../lib/i18n/message-tree'
import { messageText } from '../../lib/i18n/message-text'
import { raiseToast } from '../../features/toasts/raise-toast'

/** Signs out, closes the account menu and focuses the sign-in control that replaces it. */
export async function leave(control: HTMLElement, messages: MessageTree): Promise<void> {
  if (control.ariaBusy === 'true') return
  control.ariaBusy = 'true'
  try {
    await signOut()
    control.closest('details')?.removeAttribute('open')
    document.querySelector<HTMLElement>('[data-account="sign-in"]')?.focus()
    raiseToast({ kind: 'success', text: messageText(messages, 'toast.signedOut') })
  } catch {
    raiseToast({ kind: 'error', text: messageText(messages, 'error.unknown') })
  } finally {
    control.ariaBusy = null
  }
}

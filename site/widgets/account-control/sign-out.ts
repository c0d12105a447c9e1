import { refreshCart } from '../../features/cart/cart'
import { publishUser } from '../../features/account/session'
import { api } from '../../features/http/api'
import { rememberBuyer } from '../../features/order/remembered-buyer'
import { raiseToast } from '../../features/toasts/raise-toast'
import type { MessageTree } from '../../lib/i18n/message-tree'
import { messageText } from '../../lib/i18n/message-text'

/** Signs out, closes the account menu and focuses the sign-in control that replaces it. */
export async function signOut(control: HTMLElement, messages: MessageTree): Promise<void> {
  if (control.ariaBusy === 'true') return
  control.ariaBusy = 'true'
  try {
    await api('DELETE', '/session')
    clearVisitorData()
    publishUser(null)
    refreshCart()
    control.closest('details')?.removeAttribute('open')
    document.querySelector<HTMLElement>('[data-account="sign-in"]')?.focus()
    raiseToast({ kind: 'success', text: messageText(messages, 'toast.signedOut') })
  } catch {
    raiseToast({ kind: 'error', text: messageText(messages, 'error.unknown') })
  } finally {
    control.ariaBusy = null
  }
}

/** Forgets all that was typed in this tab, and the remembered buyer: others may use the device. */
export function clearVisitorData(): void {
  rememberBuyer(undefined)
  try {
    sessionStorage.clear()
  } catch {
    // Blocked storage has nothing to forget.
  }
}

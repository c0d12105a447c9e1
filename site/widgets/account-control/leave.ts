import { signOut } from '../../features/account/account'
import type { MessageTree } from '../../lib/i18n/message-tree'
import { raiseToast } from '../../features/toasts/toast'

/** Signs out; the menu it was asked in gives way to the control beside it, which takes the focus. */
export async function leave(control: HTMLElement, { toast, error }: MessageTree): Promise<void> {
  if (control.ariaBusy === 'true') return
  control.ariaBusy = 'true'
  try {
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

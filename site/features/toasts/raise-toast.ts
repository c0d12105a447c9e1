import { modalDialog } from '../../lib/navigation/modal-dialog'

/** Passing news; an error that belongs to a field stands beside that field instead. */
export interface Toast {
  kind: 'success' | 'error' | 'info'
  text: string
}

export const toastEvent = 'storefront:toast'

/**
 * Raises a toast. The library that shows it is loaded at the first one. Behind an open dialog nobody would see it: dialogs
 * show their own messages.
 */
export function raiseToast(toast: Toast): void {
  if (document.querySelector(modalDialog)) return
  document.dispatchEvent(new CustomEvent<Toast>(toastEvent, { detail: toast }))
}

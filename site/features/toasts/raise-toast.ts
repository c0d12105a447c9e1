import { modalDialog } from '../../lib/navigation/modal-dialog'

/** Toast is a short message that disappears; errors of fields are shown beside the field instead. */
export interface Toast {
  kind: 'success' | 'error' | 'info'
  text: string
}

export const toastEvent = 'storefront:toast'

/** Shows a toast, whose library loads with the first one. Behind an open dialog it would be invisible. */
export function raiseToast(toast: Toast): void {
  if (document.querySelector(modalDialog)) return
  document.dispatchEvent(new CustomEvent<Toast>(toastEvent, { detail: toast }))
}

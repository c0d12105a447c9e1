import type { AccountStep } from '../../features/account/open-account-dialog'
import type { Toast } from '../../features/toasts/raise-toast'
import { setSite } from '../../lib/site'
import type { DocumentData } from './document-data'
import { loadMessages } from '../../lib/i18n/load-messages'

// Parts that the entry loads on first use. They may be outside #page and stay when the page changes.

/** Loads a part of the site with its group of messages; without a group, the document's own are enough. */
async function loadPart<T>(load: () => Promise<T>, data: DocumentData, group?: string): Promise<T> {
  const [part] = await Promise.all([load(), group && loadMessages(data.shell, data.strings, group)])
  setSite(data.shell, data.strings)
  return part
}

let accountDialogMounted = false
let showStep: (step: AccountStep) => void = () => {}

/** Opens the account dialog, which keeps typed text as long as the document is open. */
export async function openAccountDialog(step: AccountStep, data: DocumentData): Promise<void> {
  const load = () => Promise.all([import('./react-root'), import('../../features/account/account-dialog')])
  const [{ mountAside }, { AccountDialog }] = await loadPart(load, data, 'account')
  if (!accountDialogMounted) mountAside('account', AccountDialog, { onReady: (show) => (showStep = show) })
  accountDialogMounted = true
  showStep(step)
}

let toastsMounted = false

export async function showRaisedToast(toast: Toast, data: DocumentData): Promise<void> {
  const load = () => Promise.all([import('./react-root'), import('../../features/toasts/toasts')])
  const [{ mountAside }, { showToast, Toasts }] = await loadPart(load, data)
  if (!toastsMounted) mountAside('toasts', Toasts, {})
  toastsMounted = true
  showToast(toast)
}

/** Starts the suggestions of a search field; `pressed` is true if a press gave it the focus. */
export async function startSuggestions(input: HTMLInputElement, pressed: boolean, data: DocumentData): Promise<void> {
  const part = await loadPart(() => import('../../widgets/search-box/search-box'), data, 'search-box')
  part.startSearchBox(input, pressed)
}

/** Shows when the rows of this page and later ones start next. */
export async function startNextStarts(page: HTMLElement, data: DocumentData): Promise<void> {
  const part = await loadPart(() => import('../../widgets/next-starts/next-starts'), data, 'next-starts')
  part.startNextStarts(page)
}

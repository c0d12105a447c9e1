import { createRoot } from 'react-dom/client'
import { showToast, Toasts } from '../../features/toasts/toasts'
import { enterSite } from '../../lib/site'
import type { Toast } from '../../features/toasts/toast'
import type { DocumentData } from './document-data'

let mounted = false

/** Shows a toast, outside #page so that it outlives a navigation. */
export function raise(toast: Toast, data: DocumentData): void {
  if (!mounted) {
    mounted = true
    enterSite(data.shell, data.strings)
    const place = document.createElement('div')
    document.body.append(place)
    createRoot(place, { identifierPrefix: 'toasts' }).render(<Toasts />)
  }
  showToast(toast)
}

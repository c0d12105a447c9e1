import 'react-toastify/ReactToastify.css'
import './toasts.css'
import { ToastContainer, toast as show, type CloseButtonProps } from 'react-toastify/unstyled'
import { Icon } from '../../components/ui/icon'
import { site, t } from '../../lib/site'
import type { Toast } from './raise-toast'

// The product's own; the library's default is 5000. Its collapse of 300 ms is the specification's.
const autoClose = 1000
/** The milliseconds within which equal toasts are shown once. */
const repeatInterval = 50
const last = { text: '', at: -Infinity }

/** The place of toasts, mounted with the first one. */
export function Toasts() {
  const { locale } = site()
  return (
    <ToastContainer
      position="top-right"
      autoClose={autoClose}
      rtl={locale.dir === 'rtl'}
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss
      aria-label={t('toast.region')}
      closeButton={CloseButton}
      icon={({ type }) => <Icon name={type === 'success' ? 'check' : 'info'} />}
    />
  )
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className="toast-close sign-button" aria-label={t('toast.close')} onClick={closeToast}>
      <Icon name="cross" />
    </button>
  )
}

/** Shows a toast in the page's theme: the library's `auto` follows the system instead. */
export function showToast({ kind, text }: Toast): void {
  const now = performance.now()
  const isRepeated = text === last.text && now - last.at < repeatInterval
  Object.assign(last, { text, at: now })
  if (isRepeated) return
  show(text, { type: kind, theme: document.documentElement.classList.contains('dark') ? 'dark' : 'light' })
}

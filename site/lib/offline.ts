/** Dispatched at the document when something cannot be loaded because there is no network. */
export const offlineEvent = 'storefront:offline'
/** Dispatched at the document when the visitor asks to try again. */
export const retryEvent = 'storefront:retry'

/**
 * Returns what `load` returns. Where it fails without a network, the document is notified and `load` runs again once the
 * network is back or the visitor asks; other failures are the caller's.
 */
export async function whenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      document.dispatchEvent(new Event(offlineEvent))
      await nextTry()
      await import('./failed-styles').then(({ reloadStyles }) => reloadStyles()).catch(() => {})
    }
  }
}

function nextTry(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    document.addEventListener(retryEvent, () => resolve(), { once: true })
  })
}

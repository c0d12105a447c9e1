/** Dispatched at the document when something cannot be loaded because there is no network. */
export const offlineEvent = 'storefront:offline'

/**
 * Returns the result of `load`. If it fails without a network, the document is notified and `load` runs again once
 * the network is back, or `retryPendingLoads` is called; other failures are the caller's.
 */
export async function whenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (navigator.onLine) throw error
      document.dispatchEvent(new Event(offlineEvent))
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
      retryStyles()
    }
  }
}

/** Retries all loads that wait for the network: the browser may report its state wrongly. */
export function retryPendingLoads(): void {
  window.dispatchEvent(new Event('online'))
}

/** Fetches again the style sheets of the bundler's loader, which fetches each only once, even if that fails. */
function retryStyles(): void {
  for (const link of document.querySelectorAll('link[rel=stylesheet][crossorigin]')) link.after(link.cloneNode())
}

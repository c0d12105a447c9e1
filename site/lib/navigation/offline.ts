/** Dispatched at the document when something cannot be loaded because there is no network. */
export const offlineEvent = 'storefront:offline'
/**
 * Returns what `load` returns. Where it fails without a network, the document is notified and `load` runs again once the
 * network is back, or `tryAgain` is called; other failures are the caller's.
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

/** Runs again what waits for the network: a browser may be wrong about it. */
export function tryAgain(): void {
  window.dispatchEvent(new Event('online'))
}

/** Fetches the style sheets of the bundler's loader again, some of which have failed: it fetches each only once. */
function retryStyles(): void {
  for (const link of document.querySelectorAll('link[rel=stylesheet][crossorigin]')) link.after(link.cloneNode())
}

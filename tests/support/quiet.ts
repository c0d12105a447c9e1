import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** The requests of a page. */
interface Traffic {
  pending: Set<Request>
  /** When a request last began or ended. */
  last: number
}

/** How long a page must send no request before it counts as idle, in milliseconds. */
const idleTime = 500
/** The longest wait for a page to become idle, in milliseconds. */
const idleTimeout = 90_000

const trafficOf = new WeakMap<Page, Traffic>()

/** Tracks the requests of a page. Call it before the page navigates. */
export function trackRequests(page: Page): void {
  const traffic: Traffic = { pending: new Set(), last: Date.now() }
  trafficOf.set(page, traffic)
  const tracked = (change: (request: Request) => void) => (request: Request) => {
    change(request)
    traffic.last = Date.now()
  }
  page.on(
    'request',
    tracked((request) => traffic.pending.add(request)),
  )
  const ended = tracked((request) => traffic.pending.delete(request))
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  page.on('response', (response) => {
    const request = response.request()
    // A new document cancels the requests of the one before it.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) traffic.pending = new Set([request])
  })
}

/**
 * Waits until a page has loaded and sends no more requests. Playwright's 'networkidle' is no substitute: on a slow
 * machine it fires while the document is still being parsed, once only, and requests that follow do not withdraw it.
 */
export async function waitUntilIdle(page: Page): Promise<void> {
  const traffic = trafficOf.get(page)
  if (!traffic) throw new Error('call trackRequests(page) before waitUntilIdle(page)')
  await page.waitForLoadState()
  for (const end = Date.now() + idleTimeout; !(await isIdle(page, traffic));)
    if (Date.now() > end)
      throw new Error(`still waits for ${[...traffic.pending].map((request) => request.url()).join(' ')}`)
}

/** Reports whether no request is pending, and none has been for a while. */
async function isIdle(page: Page, traffic: Traffic): Promise<boolean> {
  await wait(Math.max(traffic.last + idleTime - Date.now(), 50))
  await page.evaluate(() => {}) // a busy page answers this only after it has sent its next requests
  return traffic.pending.size === 0 && Date.now() - traffic.last >= idleTime
}

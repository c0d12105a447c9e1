import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** The requests of a page. */
interface Traffic {
  underway: Set<Request>
  /** When a request last began or ended. */
  last: number
}

/** How long a page must send no request before it counts as idle, in milliseconds. */
const rest = 500
/** The longest wait for a page to become idle, in milliseconds. */
const longest = 90_000

const trafficOf = new WeakMap<Page, Traffic>()

/** Tracks the requests of a page. Call it before the page navigates. */
export function countRequests(page: Page): void {
  const traffic: Traffic = { underway: new Set(), last: Date.now() }
  trafficOf.set(page, traffic)
  const note = (change: (request: Request) => void) => (request: Request) => {
    change(request)
    traffic.last = Date.now()
  }
  page.on(
    'request',
    note((request) => traffic.underway.add(request)),
  )
  const ended = note((request) => traffic.underway.delete(request))
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  page.on('response', (response) => {
    const request = response.request()
    // A new document cancels the requests of the one before it.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) traffic.underway = new Set([request])
  })
}

/**
 * Waits until a page has loaded and sends no more requests. Playwright's 'networkidle' is no substitute: on a slow
 * machine it fires while the document is still being parsed, once only, and requests that follow do not withdraw it.
 */
export async function quiet(page: Page): Promise<void> {
  const traffic = trafficOf.get(page)
  if (!traffic) throw new Error('call countRequests(page) before quiet(page)')
  await page.waitForLoadState()
  for (const end = Date.now() + longest; !(await rests(page, traffic));)
    if (Date.now() > end)
      throw new Error(`still waits for ${[...traffic.underway].map((request) => request.url()).join(' ')}`)
}

/** Reports whether no request is pending, and none has been for a while. */
async function rests(page: Page, traffic: Traffic): Promise<boolean> {
  await wait(Math.max(traffic.last + rest - Date.now(), 50))
  await page.evaluate(() => {}) // a busy page answers this only after it has sent its next requests
  return traffic.underway.size === 0 && Date.now() - traffic.last >= rest
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** What a page asks for. */
interface Traffic {
  underway: Set<Request>
  /** When a request last began or ended. */
  last: number
}

/** How long nothing is asked for until it is taken that nothing more will be, in milliseconds. */
const rest = 500
/** Ends what never rests. */
const longest = 90_000

const trafficOf = new WeakMap<Page, Traffic>()

/** Keeps count of what a page asks for; to be called before it opens anything. */
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
    // What the document before this one still waited for went with it.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) traffic.underway = new Set([request])
  })
}

/**
 * Waits until a page has loaded and asks for nothing more. Playwright's 'networkidle' is not for this: it may be said while
 * a slow machine still reads the document, and then never again, or for good although the page has gone on to ask.
 */
export async function quiet(page: Page): Promise<void> {
  const traffic = trafficOf.get(page)
  if (!traffic) throw new Error('nobody counts the requests of this page')
  await page.waitForLoadState()
  for (const end = Date.now() + longest; !(await rests(page, traffic));)
    if (Date.now() > end)
      throw new Error(`still asks for ${[...traffic.underway].map((request) => request.url()).join(' ')}`)
}

/** Whether nothing is under way, and nothing has been for a while. */
async function rests(page: Page, traffic: Traffic): Promise<boolean> {
  await wait(Math.max(traffic.last + rest - Date.now(), 50))
  await page.evaluate(() => {}) // a page that is busy answers this after it has asked for what it is about to
  return traffic.underway.size === 0 && Date.now() - traffic.last >= rest
}

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { waitUntilIdle } from './support/quiet'
import { test } from './support/visit'

/** The time after which a browser warns of unused preloads, in milliseconds from the load of the page. */
const warningDelay = 4000

test.for(['/cart', '/checkout', '/checkout/success', '/invoices'])(
  '%s fetches each style sheet once, and uses all that it preloads',
  async (path, { visit }) => {
    const page = await visit('wayfare')
    const warnings: string[] = []
    const fetched: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.css')) fetched.push(pathname)
    })
    await page.goto(path)
    await waitUntilIdle(page)
    await wait(warningDelay)
    expect(warnings).toEqual([])
    expect(fetched.length).toBeGreaterThan(2)
    expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted())
  },
)

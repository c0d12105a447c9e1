import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { waitUntilIdle } from './support/quiet'
import { test } from './support/visit'

/** When a browser has warned of everything that was preloaded in vain, in milliseconds after the page is loaded. */
const warningDelay = 4000

test.for(['/cart', '/checkout', '/checkout/success', '/invoices'])(
  '%s fetches every style sheet once, and what it preloads is used',
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

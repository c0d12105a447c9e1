import type { Page } from 'playwright-core'
import { waitUntilIdle } from './quiet'

declare global {
  interface Window {
    shifts?: { value: number; what: string[] }[]
  }
}

/** The greatest sum of layout shifts that a page may have; the sum is at least CLS. */
const maxShift = 0.05

/** Returns the layout shifts of an idle page, with the elements that moved; none if their sum is small. */
export async function visibleShifts(page: Page): Promise<string[]> {
  await waitUntilIdle(page)
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
  const shifts = await page.evaluate(() => window.shifts ?? [])
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  if (sum <= maxShift) return []
  return [`moves by ${sum.toFixed(3)}: ${[...new Set(shifts.flatMap(({ what }) => what))].join(', ')}`]
}

/** Records layout shifts in the page. It is an init script, which runs before the page's own. */
export function recordShifts(): void {
  interface Shift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node?: Node | null }[]
  }
  const shifts: NonNullable<Window['shifts']> = (window.shifts = [])
  const named = (node?: Node | null) => (node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName)
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput) shifts.push({ value, what: sources.map(({ node }) => named(node) ?? 'what is gone') })
  }).observe({ type: 'layout-shift', buffered: true })
}

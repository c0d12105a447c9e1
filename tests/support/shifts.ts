import type { Page } from 'playwright-core'
import { quiet } from './quiet'

declare global {
  interface Window {
    shifts?: { value: number; what: string[] }[]
  }
}

/** What the promise leaves a page: the sum of all that moves by itself, which is at least what CLS counts. */
const mostShift = 0.05

/** What has moved, and how far, once nothing more is asked for; nothing if it is too little to be seen. */
export async function shifted(page: Page): Promise<string[]> {
  await quiet(page)
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
  const shifts = await page.evaluate(() => window.shifts ?? [])
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  if (sum <= mostShift) return []
  return [`moves by ${sum.toFixed(3)}: ${[...new Set(shifts.flatMap(({ what }) => what))].join(', ')}`]
}

/** Notes what moves by itself; to be there before the page. */
export function watchShifts(): void {
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

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { languages, type Language } from './storefronts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run: (part: string, options: RunOptions) => Promise<AxeResults>
}

const rules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // No rule of these tags reads style sheets, which axe would fetch again.
  preload: { assets: ['media'] },
}

// Dark differs by its colours alone.
const rulesInDark: RunOptions = {
  ...rules,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/**
 * The colours in which axe meets the case of a number in a language: light in one language and dark in the other, by
 * turns. What axe objects to hardly differs by language.
 */
export function themeOf(language: Language, turn: number): Theme {
  return themes[(turn + languages.indexOf(language)) % themes.length] ?? 'light'
}

/** A dialog that is open; the page under it is looked at by itself. */
export const openLayer = 'dialog[open], [role=dialog]'

interface Extent {
  /** All rules in dark colours too. */
  whole?: boolean
  /** The selector of the part that is looked at; the whole page if left out. */
  within?: string
}

/** What axe objects to on the page as it is now, in the given colours. */
export async function objections(page: Page, theme: Theme, { whole, within }: Extent = {}): Promise<string[]> {
  await page.evaluate((dark) => {
    document.documentElement.classList.toggle('dark', dark)
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  }, theme === 'dark')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate<AxeResults, [string, RunOptions]>(
    ([part, options]) => (window as unknown as { axe: Axe }).axe.run(part, options),
    [within ?? 'html', theme === 'dark' && !whole ? rulesInDark : rules],
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${theme} ${id}: ${help} at ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}

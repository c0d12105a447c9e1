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
const darkRules: RunOptions = {
  ...rules,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/**
 * The colours in which axe meets the case of a number in a language: light in one language and dark in the other, by
 * turns. Violations hardly differ by language.
 */
export function themeOf(language: Language, turn: number): Theme {
  return themes[(turn + languages.indexOf(language)) % themes.length] ?? 'light'
}

/** Matches an open dialog; the page under it is checked separately. */
export const openDialogSelector = 'dialog[open], [role=dialog]'

interface AxeScope {
  /** All rules in dark colours too. */
  allRules?: boolean
  /** The selector of the part to check; the whole page if left out. */
  within?: string
}

/** Returns axe's violations on the page as it is now, in a theme. */
export async function axeViolations(page: Page, theme: Theme, { allRules, within }: AxeScope = {}): Promise<string[]> {
  await page.evaluate((dark) => {
    document.documentElement.classList.toggle('dark', dark)
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  }, theme === 'dark')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate<AxeResults, [string, RunOptions]>(
    ([part, options]) => (window as unknown as { axe: Axe }).axe.run(part, options),
    [within ?? 'html', theme === 'dark' && !allRules ? darkRules : rules],
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${theme} ${id}: ${help} at ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}

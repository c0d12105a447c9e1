import { describe, expect } from 'vitest'
import { accountStates } from './support/account-states'
import { askingStates } from './support/asking-states'
import { bookingStates } from './support/states'
import { addressOf, kinds, onePage } from './support/tree'
import { deployments, languages } from './support/storefronts'
import { test } from './support/visit'

/** The narrowest phones: the specification's xs, and the commonest. */
const widths = [320, 360]

describe.each(deployments)('%s', (deployment) => {
  test.for(languages)('needs no scrolling sideways in %s, on any kind of page', async (language, { visit }) => {
    const page = await visit(deployment, { expected: /404/, viewport: { width: 360, height: 740 } })
    const wide: string[] = []
    for (const kind of kinds) {
      await page.goto(addressOf(onePage(deployment, language, kind)))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        const over = await page.evaluate(overflowing)
        if (over.length > 0) wide.push(`${kind} at ${width}: ${over.join(', ')}`)
      }
    }
    expect(wide).toEqual([])
  })
})

describe.each(languages)('in %s', (language) => {
  test.for([...bookingStates, ...accountStates, ...askingStates])(
    '$what needs no scrolling sideways',
    async ({ reach }, { visit }) => {
      const page = await visit('wayfare', { viewport: { width: 360, height: 740 } })
      await reach(page, language)
      const wide: string[] = []
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        const over = await page.evaluate(overflowing)
        if (over.length > 0) wide.push(`at ${width}: ${over.join(', ')}`)
      }
      expect(wide).toEqual([])
    },
  )
})

/** What makes the document, or the dialog that is open, wider than the screen; nothing if it is not. */
function overflowing(): string[] {
  const shown = document.querySelector('dialog[open]') ?? document.documentElement
  const { scrollWidth, clientWidth } = shown
  if (scrollWidth <= clientWidth) return []
  const out = [...shown.querySelectorAll('*')].filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return right > clientWidth + 1 || left < -1
  })
  return [`${scrollWidth} wide`, ...out.slice(0, 3).map(({ tagName, className }) => `${tagName}.${String(className)}`)]
}

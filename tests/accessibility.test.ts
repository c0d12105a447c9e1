import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { accountStates } from './support/account-states'
import { axeViolations, openDialogSelector, themes } from './support/axe'
import { inquiryStates } from './support/inquiry-states'
import { orderStates } from './support/order-states'
import { wideElements } from './support/overflow'
import { bookingStates, groupStates } from './support/states'
import { findPage, isOnSale } from './support/tree'
import { languages, pathIn, messages } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { test } from './support/visit'

const states = [...bookingStates, ...accountStates, ...inquiryStates, ...orderStates]

// every-page.test.ts tests every kind of page in both languages. Here axe tests states and layers of pages, in light and
// dark, each in one of the languages, or in both with ALL=1.
describe.each(languages)('pages in %s', (language) => {
  const { casesOfLanguage } = alternatingTests(language)
  const mine: typeof casesOfLanguage = process.env.ALL === '1' ? (cases) => [...cases] : casesOfLanguage
  const { ticket, product, nav, account } = messages[language]
  const path = () => pathIn(language, findPage('wayfare', language, 'product', isOnSale).path)

  const opened = [
    {
      what: 'the menu',
      width: 360,
      open: async (page: Page) => {
        await page.getByRole('navigation', { name: nav.main }).locator('summary').click()
        await page.getByRole('banner').getByRole('link', { name: nav.faq }).waitFor()
      },
    },
    {
      what: 'the sign-in dialog',
      width: 360,
      within: openDialogSelector,
      open: async (page: Page) => {
        await page.getByRole('banner').getByRole('link', { name: nav.signIn }).click()
        await page.getByRole('dialog', { name: account.signIn }).waitFor()
      },
    },
    {
      what: 'the calendar',
      width: 1280,
      open: async (page: Page) => {
        await page.getByRole('complementary').getByRole('button', { name: ticket.date }).click()
        await page.getByRole('grid').waitFor()
      },
    },
    {
      what: 'the booking form in its sheet',
      width: 360,
      within: openDialogSelector,
      open: async (page: Page) => {
        await page.getByRole('button', { name: ticket.check }).click()
        await page.getByRole('dialog', { name: ticket.title }).getByText(ticket.total).waitFor()
      },
    },
    {
      what: 'the photo viewer',
      width: 1280,
      within: openDialogSelector,
      open: async (page: Page) => {
        await page.getByRole('list', { name: product.photos }).getByRole('link').first().click()
        await page.getByRole('dialog', { name: product.photos }).waitFor()
      },
    },
    {
      what: 'a toast',
      width: 360,
      open: async (page: Page) => {
        // Stop the animations: a toast that fades has less contrast, and it closes after a second.
        await page.evaluate(() => {
          const still = new CSSStyleSheet()
          still.replaceSync(`
            .Toastify__toast { animation: none !important; opacity: 1 !important }
            .Toastify__progress-bar { animation-play-state: paused !important }`)
          document.adoptedStyleSheets.push(still)
        })
        const detail = { kind: 'success', text: 'OK' }
        await page.evaluate(
          (toast) => document.dispatchEvent(new CustomEvent('storefront:toast', { detail: toast })),
          detail,
        )
        await page.getByRole('alert').waitFor()
      },
    },
  ]

  test.for(mine(groupStates(states)).map((walk) => ({ walk, names: walk.map(({ what }) => what).join(', ') })))(
    'do not scroll sideways, and pass axe in light and dark: $names',
    async ({ walk }, { visit }) => {
      const page = await visit('wayfare', { viewport: { width: 1280, height: 800 } })
      const found: string[] = []
      for (const [step, { what, reach, continueTo }] of walk.entries()) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await (step > 0 && continueTo ? continueTo : reach)(page, language)
        const axeWidth = states.findIndex((state) => state.what === what) % 2 === 0 ? 1280 : 360
        for (const width of [1280, 320, 360]) {
          await page.setViewportSize({ width, height: 800 })
          const over = await page.evaluate(wideElements)
          if (over.length > 0) found.push(`${what} at ${width} scrolls sideways: ${over.join(', ')}`)
          if (width !== axeWidth) continue
          for (const theme of themes)
            found.push(...(await axeViolations(page, theme)).map((violation) => `${what} at ${width}: ${violation}`))
        }
      }
      expect(found).toEqual([])
    },
  )

  test.for(mine(opened))('$what passes axe in light and dark while it is open', async (layer, { visit }) => {
    const { width, open, within } = layer
    const page = await visit('wayfare', { viewport: { width, height: 800 } })
    await page.goto(path())
    await open(page)
    const found: string[] = []
    for (const theme of themes) found.push(...(await axeViolations(page, theme, { within })))
    expect(found).toEqual([])
  })
})

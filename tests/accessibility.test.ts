import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { accountStates } from './support/account-states'
import { objections } from './support/axe'
import { askingStates } from './support/asking-states'
import { overflowing } from './support/overflow'
import { bookingStates } from './support/states'
import { onePage, onSale } from './support/tree'
import { languages, pathIn, words } from './support/storefronts'
import { test } from './support/visit'

describe.each(languages)('in %s', (language) => {
  const { ticket, product, nav, account } = words[language]
  const path = () => pathIn(language, onePage('wayfare', language, 'product', onSale).path)

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
      what: 'the way to sign in',
      width: 360,
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
      what: 'the ticket’s sheet',
      width: 360,
      open: async (page: Page) => {
        await page.getByRole('button', { name: ticket.check }).click()
        await page.getByRole('dialog', { name: ticket.title }).getByText(ticket.total).waitFor()
      },
    },
    {
      what: 'a large picture',
      width: 1280,
      open: async (page: Page) => {
        await page.getByRole('list', { name: product.photos }).getByRole('link').first().click()
        await page.getByRole('dialog', { name: product.photos }).waitFor()
      },
    },
    {
      what: 'a toast',
      width: 360,
      open: async (page: Page) => {
        // Half faded in or out it has half its contrast, and it stays for a second only: its animations stand still.
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

  // Colours hardly differ by width, nor all else by language: one has the light page wide, the other on a phone.
  const looks = [
    { width: 1280, theme: language === 'en' ? 'light' : 'dark' },
    { width: 360, theme: language === 'en' ? 'dark' : 'light' },
  ] as const

  test.for([...bookingStates, ...accountStates, ...askingStates])(
    '$what is accessible, narrow and wide, light and dark, and needs no scrolling sideways',
    async ({ reach }, { visit }) => {
      const page = await visit('wayfare', { viewport: { width: 1280, height: 800 } })
      await reach(page, language)
      const found: string[] = []
      for (const width of [1280, 320, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const over = await page.evaluate(overflowing)
        if (over.length > 0) found.push(`at ${width} scrolls sideways: ${over.join(', ')}`)
        for (const { theme } of looks.filter((look) => look.width === width))
          found.push(...(await objections(page, theme)).map((objection) => `at ${width}: ${objection}`))
      }
      expect(found).toEqual([])
    },
  )

  test.for(opened)('$what is accessible when it is open', async ({ width, open }, { visit }) => {
    const page = await visit('wayfare', { viewport: { width, height: 800 } })
    await page.goto(path())
    await open(page)
    expect([...(await objections(page, 'light')), ...(await objections(page, 'dark'))]).toEqual([])
  })
})

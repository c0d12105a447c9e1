import { describe, expect } from 'vitest'
import { messages } from './support/storefronts'
import { test } from './support/visit'

const phone = { viewport: { width: 360, height: 740 } }
const product = '/things-to-do-in-dubai/sunset-dunes-vintage-land-rover'
const t = messages.en

describe('a product page without a network', () => {
  const expected = /ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported|preload/i

  test.for([
    ['a phone', phone],
    ['a desktop', {}],
  ] as const)(
    'shows a notice on “Check availability”, and opens the form once online again, on %s',
    async ([, size], { visit }) => {
      const page = await visit('wayfare', { ...size, expected })
      await page.goto(product)
      const check = page.locator('[data-replay=check]:visible').first()
      await check.waitFor()
      await page.context().setOffline(true)
      await check.click()
      const notice = page.getByRole('alert').filter({ hasText: t.error.offline })
      await notice.waitFor()
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)

      await notice.getByRole('button', { name: t.error.retry }).click()
      await notice.waitFor()
      expect(new URL(page.url()).pathname).toBe(product)

      await page.context().setOffline(false)
      await page.locator('.date-field').waitFor()
      expect(await notice.count()).toBe(0)
      const choice = page.locator('.chip, .choice').first()
      await expect
        .poll(() => choice.evaluate((it) => getComputedStyle(it).display), { message: 'with its stylesheets' })
        .toBe('flex')
    },
  )
})

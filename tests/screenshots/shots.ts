import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import type { Kind } from '../../site/lib/payload.gen'
import { accountStates } from '../support/account-states'
import { inquiryStates } from '../support/inquiry-states'
import { orderStates } from '../support/order-states'
import { repository } from '../support/build'
import { waitUntilIdle } from '../support/quiet'
import { bookingStates } from '../support/states'
import { languages, layoutOf, storefronts } from '../support/storefronts'
import { addressOf, kinds, findPage, isOnSale } from '../support/tree'
import { test } from '../support/visit'
import { indexOf, type Shot } from './index-page'

const folder = join(repository, '.screenshots')
const widths = [360, 768, 1440]
/** Where dark colours are looked at as well. */
const kindsInDark: Kind[] = ['home', 'listing', 'product']

/** ONLY=layl/product: of one storefront, one kind of page; either may be left out. ONLY=states for what visitors have done. */
const [onlyStorefront = '', onlyKind = ''] = (process.env.ONLY ?? '').split('/')
const shots: Shot[] = []

mkdirSync(folder, { recursive: true })
afterAll(() => writeFileSync(join(folder, 'index.html'), indexOf(shots)))

/** Takes the page as it is, once for each width, with every picture that it would show further down. */
async function takeShots(page: Page, shot: Omit<Shot, 'file' | 'width' | 'theme'>): Promise<void> {
  const dark = kindsInDark.some((kind) => kind === shot.kind)
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 800 : 900 })
    await page.evaluate(showEverything)
    for (const theme of dark ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), theme === 'dark')
      const name = [shot.layout, shot.kind, shot.language, width, theme].join('-').replace(/[^\w-]+/g, '-')
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
      shots.push({ ...shot, width, theme, file: `${name}.png` })
    }
    await page.evaluate(() => document.documentElement.classList.remove('dark'))
  }
}

async function showEverything(): Promise<void> {
  for (let y = 0; y < document.body.scrollHeight; y += 600) {
    window.scrollTo(0, y)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  window.scrollTo(0, 0)
  const images = [...document.images]
  for (const image of images) image.loading = 'eager' // one beside the screen would never load
  await Promise.all(images.map((image) => image.decode().catch(() => {})))
  await document.fonts.ready
}

for (const storefront of storefronts) {
  if (onlyStorefront && onlyStorefront !== storefront) continue
  test.for(languages)(`${storefront} in %s`, async (language, { visit }) => {
    const page = await visit(storefront, { expected: /./, reducedMotion: 'reduce' })
    for (const kind of kinds) {
      if (onlyKind && onlyKind !== kind) continue
      const payload =
        kind === 'product' ? findPage(storefront, language, kind, isOnSale) : findPage(storefront, language, kind)
      await page.goto(addressOf(payload))
      await waitUntilIdle(page)
      await takeShots(page, { layout: layoutOf[storefront], kind, language })
    }
    expect(shots.length).toBeGreaterThan(0)
  })
}

if (onlyStorefront === '' || onlyStorefront === 'states') {
  for (const { what, reach } of [...bookingStates, ...accountStates, ...inquiryStates, ...orderStates]) {
    test.for(languages)(`${what} in %s`, async (language, { visit }) => {
      const page = await visit('wayfare', { expected: /./, reducedMotion: 'reduce' })
      await reach(page, language)
      await takeShots(page, { layout: layoutOf.wayfare, kind: what, language })
    })
  }
}

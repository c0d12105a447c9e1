import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { addToCart, awaitResult, fillBuyer, freshChoice, productFor } from './support/booking'
import { rootOf } from './support/tree'
import { messages, pathIn } from './support/storefronts'
import { test, installClock } from './support/visit'

// The script that imports the chunk runs on without it until the reload.
const expected = /\/assets\/|status of 404|dynamically imported|preload|undefined/i

/** Answers 404 to every script that the home page's document does not name; returns a counter of page loads. */
async function breakLaterChunks(page: Page) {
  const home = readFileSync(join(rootOf('wayfare'), 'index.html'), 'utf8')
  await page.route('**/assets/*.js', (route) => {
    const named = home.includes(new URL(route.request().url()).pathname)
    return named ? route.continue() : route.fulfill({ status: 404 })
  })
  let loads = 0
  // Not the load event: a page may be left before it fires.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  return () => loads
}

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: messages.en.error.unknown }).first()

const counted: string[] = []
afterAll(() => console.log(`row 24 | a chunk of a page is lost, in a browser | ${counted.join('; ')}`))

describe('a script chunk that fails to load', () => {
  test.for([
    { where: 'with sessionStorage', prepare: () => undefined },
    { where: 'with sessionStorage blocked', prepare: blockSessionStorage },
  ])('reloads the page once in ten seconds, then shows an error ($where)', async ({ where, prepare }, { visit }) => {
    const page = await visit('wayfare', { expected })
    const putForward = await installClock(page)
    await page.addInitScript(prepare)
    const loads = await breakLaterChunks(page)
    await page.goto('/cart')
    await expect.poll(() => failure(page).isVisible(), { message: 'the second failure shows an error' }).toBe(true)
    expect(loads(), 'the first has reloaded the page').toBe(2)
    expect(await page.getByRole('button', { name: messages.en.error.retry }).isVisible()).toBe(true)

    await putForward(10_001)
    await page.reload()
    await expect.poll(loads, { message: 'ten seconds later a failure reloads the page again' }).toBe(4)
    await expect.poll(() => failure(page).isVisible()).toBe(true)
    expect(loads()).toBe(4)
    counted.push(`${loads() - 2} reloads in two spells of ten seconds ${where}`)
  })

  test('reloads the page without end if the last reload cannot be remembered', async ({ visit }) => {
    const page = await visit('wayfare', { expected })
    await page.addInitScript(blockSessionStorage)
    await page.addInitScript(blockName)
    const loads = await breakLaterChunks(page)
    await page.goto('/cart')
    await expect.poll(loads).toBeGreaterThan(5)
    await page.unroute('**/assets/*.js')
    counted.push('control (a guard that cannot remember): it was loaded more than 5 times in a row')
  })

  test('reloads each path once, whatever another path did', async ({ visit }) => {
    const page = await visit('wayfare', { expected })
    const loads = await breakLaterChunks(page)
    await page.goto('/cart')
    await expect.poll(() => failure(page).isVisible()).toBe(true)
    await page.goto('/checkout')
    await expect.poll(() => failure(page).isVisible()).toBe(true)
    expect(loads()).toBe(4)
  })
})

test.for([
  ['the page’s own script', '**/assets/entry.*.js'],
  ['a script that it imports', '**/assets/preload-helper.*.js'],
] as const)('a page shows that it does not work if the browser cannot load %s', async ([, script], { visit }) => {
  const page = await visit('wayfare', { expected: /ERR_FAILED|404/, viewport: { width: 360, height: 740 } })
  await page.route(script, (route) => route.abort())
  await page.goto(pathIn('ar', '/checkout/success?order=1'))
  const { error, result } = messages.ar
  const notice = page.getByRole('alert').filter({ hasText: error.unknown })
  await notice.waitFor()
  await page.unroute(script)
  await notice.getByRole('button', { name: error.retry }).click()
  await page.getByRole('heading', { name: result.unknown }).waitFor()
  expect(await notice.count()).toBe(0)
})

test('the checkout shows that it failed if a script of the order cannot be loaded, and can be sent again', async ({
  visit,
}) => {
  const language = 'ar'
  const { checkout, error, result } = messages[language]
  const page = await visit('wayfare', { expected: /status of 503|answer 503|dynamically imported/ })
  await page.goto(pathIn(language, '/faq'))
  await addToCart(page, await freshChoice(page, productFor('wayfare', language, 'instant'), 1))
  await page.goto(pathIn(language, '/checkout'))
  await fillBuyer(page, language)
  await page.getByRole('radio', { name: checkout.payLater }).click()
  // The guard has just reloaded the page.
  await page.evaluate(() =>
    sessionStorage.setItem('chunk-reloads', `chunk-reloads${JSON.stringify({ [location.pathname]: Date.now() })}`),
  )
  await page.route('**/assets/pl.*.js', (route) => route.fulfill({ status: 503 }))
  const reserveButton = page.getByRole('button', { name: checkout.reserve })
  await reserveButton.click()
  await page.locator('.booking-side').getByText(error.unknown).waitFor()
  expect(await page.getByText(checkout.working).count()).toBe(0)
  await page.unroute('**/assets/pl.*.js')
  await reserveButton.press('Enter')
  await awaitResult(page, pathIn(language, '/checkout/success'), result.reserved)
})

function blockSessionStorage() {
  Object.defineProperty(window, 'sessionStorage', {
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
}

/** Blocks window.name, in which the guard stores the last reload if sessionStorage is blocked. */
function blockName() {
  Object.defineProperty(window, 'name', { get: () => '', set: () => undefined })
}

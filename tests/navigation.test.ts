import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitUntilIdle } from './support/quiet'
import { messages } from './support/storefronts'
import { isMarked, markDocument, hoverUntilPrefetched, test } from './support/visit'

const { nav, faq } = messages.en

/** Returns a link in the footer, which is on every page. */
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function followFooterLink(page: Page, name: string, path: string) {
  const link = footerLink(page, name)
  await hoverUntilPrefetched(page, link)
  await link.click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
}

describe('a client-side navigation', () => {
  test('updates the title, description, canonical URL, languages and structured data', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await followFooterLink(page, nav.about, '/about')
    await expect.poll(() => heading(page).textContent()).not.toBe(faq.title)
    const swapped = await headOf(page)
    await page.reload()
    expect(swapped).toEqual(await headOf(page))
  })

  test('announces the page, focuses its heading and starts at the top', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await footerLink(page, nav.about).scrollIntoViewIfNeeded()
    await followFooterLink(page, nav.about, '/about')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await expect.poll(() => page.locator('#announcer').textContent()).toBe(await page.title())
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('marks the page as current in the header', async ({ visit }) => {
    const page = await visit('bahla-trails')
    await page.goto('/blog')
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
    expect(await link(nav.stories).getAttribute('aria-current')).toBe('page')
    await hoverUntilPrefetched(page, link(nav.about))
    await link(nav.about).click()
    await expect.poll(() => link(nav.about).getAttribute('aria-current')).toBe('page')
    expect(await link(nav.stories).getAttribute('aria-current')).toBeNull()
  })

  test('is undone by Back and repeated by Forward without a new document', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await markDocument(page)
    await followFooterLink(page, nav.about, '/about')
    await expect.poll(() => heading(page).textContent()).not.toBe(faq.title)
    await page.goBack()
    await expect.poll(() => heading(page).textContent()).toBe(faq.title)
    await page.goForward()
    await expect.poll(() => heading(page).textContent()).not.toBe(faq.title)
    expect(await isMarked(page)).toBe(true)
  })

  test('is undone by Back after a reload too', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await followFooterLink(page, nav.about, '/about')
    await expect.poll(() => heading(page).textContent()).not.toBe(faq.title)
    await page.reload()
    await page.goBack()
    await expect.poll(() => heading(page).textContent()).toBe(faq.title)
  })

  test.for(['/search/walk', '/things-to-do?sort=price', '/about'])(
    'restores the scroll position of %s on Back and after a reload',
    async (address, { visit }) => {
      const page = await visit('wayfare', { viewport: { width: 360, height: 740 } })
      await page.goto('/faq')
      await followFooterLink(page, nav.about, '/about')
      // Follows a link to the address without a new document.
      await page.evaluate((to) => {
        const link = Object.assign(document.createElement('a'), { href: to })
        document.body.append(link)
        link.click()
        link.remove()
      }, address)
      if (address !== '/about') await page.locator('.results .card').nth(11).waitFor()
      await waitUntilIdle(page)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      const where = Math.round(height * 0.8) - 740
      await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), where)
      await footerLink(page, nav.terms).evaluate((link: HTMLElement) => link.click())
      await page.waitForURL('**/terms-and-conditions')
      await page.goBack()
      const position = () => page.evaluate(() => window.scrollY)
      await expect.poll(position).toBe(where)
      await waitUntilIdle(page)
      expect(await position()).toBe(where)
      await page.reload()
      await expect.poll(position).toBe(where)
    },
  )

  test('does not load react-dom', async ({ visit }) => {
    const page = await visit('wayfare')
    const scripts: Promise<string[]>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.push(response.text().then((source) => [response.url(), source]))
    })
    await page.goto('/faq')
    await followFooterLink(page, nav.about, '/about')
    await expect.poll(() => heading(page).textContent()).not.toBe(faq.title)
    await waitUntilIdle(page)
    const loaded = await Promise.all(scripts)
    const having = (words: string) => loaded.filter(([, source]) => source?.includes(words)).map(([url]) => url)
    expect(having('jsx'), 'the page is rendered in the browser').not.toEqual([])
    expect(having('createRoot')).toEqual([])
  })

  test('fetches its payload by the id of the live build', async ({ visit }) => {
    const page = await visit('wayfare')
    const requested = page.waitForRequest(/_payload\.json/)
    await page.goto('/faq')
    const id = await page.evaluate(
      async () => ((await (await fetch('/builds/meta/latest.json')).json()) as { id: string }).id,
    )
    await hoverUntilPrefetched(page, footerLink(page, nav.about))
    expect(new URL((await requested).url()).search).toBe(`?${id}`)
  })
})

describe('a full page load', () => {
  test('replaces client-side navigation if the payload responds with an error', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /about\/_payload\.json|status of 503/ })
    await page.route('**/about/_payload.json*', (route) => route.fulfill({ status: 503 }))
    await expectFullLoad(page)
  })

  test('replaces client-side navigation if the payload is not JSON', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.route('**/about/_payload.json*', (route) => route.fulfill({ body: '<!DOCTYPE html>' }))
    await expectFullLoad(page)
  })

  test('replaces client-side navigation if the connection breaks', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /about\/_payload\.json|ERR_FAILED/ })
    await page.route('**/about/_payload.json*', (route) => route.abort())
    await expectFullLoad(page)
  })

  test('does not replace the error page of the site if there is no network', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /ERR_INTERNET_DISCONNECTED/ })
    await page.goto('/faq')
    await followFooterLink(page, nav.about, '/about')
    await page.context().setOffline(true)
    await footerLink(page, nav.terms).click()
    const error = page.getByRole('alert').getByRole('heading', { name: messages.en.error.unknown })
    await error.waitFor()
    expect(await error.evaluate((it) => getComputedStyle(it).textAlign)).toBe('center')
    expect(await page.title()).toContain(messages.en.error.unknown)
    await page.context().setOffline(false)
    await page.reload()
    await page.getByRole('main').getByRole('heading', { name: nav.terms }).waitFor()
  })

  test('happens in a new tab on a click with Control', async ({ visit }) => {
    const page = await visit('wayfare')
    await page.goto('/faq')
    await hoverUntilPrefetched(page, footerLink(page, nav.about))
    const opened = page.context().waitForEvent('page')
    await footerLink(page, nav.about).click({ modifiers: ['Control'] })
    await (await opened).waitForURL('**/about')
    expect(new URL(page.url()).pathname).toBe('/faq')
  })
})

/** Expects the link from the FAQ to the about page to load a new document. */
async function expectFullLoad(page: Page) {
  await page.goto('/faq')
  await markDocument(page)
  await hoverUntilPrefetched(page, footerLink(page, nav.about))
  await footerLink(page, nav.about).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/about')
  await expect.poll(() => heading(page).textContent()).not.toBe(faq.title)
  expect(await isMarked(page)).toBe(false)
}

async function headOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.head.querySelectorAll(
        'title, meta[name=description], meta[name=robots], meta[property], link[rel=canonical], link[hreflang], ' +
          'script[type="application/ld+json"]',
      ),
    ]
      .map((node) => node.outerHTML)
      .sort(),
  )
}

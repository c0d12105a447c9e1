import { describe, expect } from 'vitest'
import { findPage } from './support/tree'
import { deployments, listingPath, pathIn, type Deployment } from './support/storefronts'
import { isMarked, markDocument, test } from './support/visit'

interface Row {
  from: string
  to: string
  status?: number
}

/** Returns the redirects of the specification and those of content/redirects.yaml. */
function rowsOf(deployment: Deployment): Row[] {
  const list = listingPath[deployment]
  const other = list === '/experiences' ? '/things-to-do' : '/experiences'
  const product = findPage(deployment, 'en', 'product')
  return [
    { from: '/discover', to: list },
    { from: '/discover/anything/at-all', to: list },
    { from: '/ar/discover', to: `/ar${list}` },
    { from: other, to: list },
    { from: `/ar${other}`, to: `/ar${list}` },
    { from: `${other}?page=2`, to: `${list}?page=2` },
    { from: `/${product.city.id}/${product.slug}`, to: product.path },
    { from: `/ar/${product.city.id}/${product.slug}`, to: `/ar${product.path}` },
    { from: '/fr/blog', to: '/blog' },
    { from: '/en/blog', to: '/blog' },
    { from: '/he', to: '/' },
    { from: '/faq/', to: '/faq' },
    { from: '/contact', to: '/contact-us' },
    { from: '/ar/news', to: '/ar/blog' },
    { from: '/terms', to: '/terms-and-conditions', status: 308 },
  ]
}

describe.each(deployments)('the redirects of %s', (deployment) => {
  test('lead old addresses to the specified pages, with the specified status', async ({ visit }) => {
    const page = await visit(deployment, { javaScriptEnabled: false })
    for (const { from, to, status = 301 } of rowsOf(deployment)) {
      const answer = await page.goto(from)
      const { pathname, search } = new URL(page.url())
      expect({ from, to: pathname + search }).toEqual({ from, to })
      const first = await answer?.request().redirectedFrom()?.response()
      expect({ from, status: first?.status() }).toEqual({ from, status })
      expect(answer?.status()).toBe(200)
    }
  })

  test('work in the browser without a new document', async ({ visit }) => {
    const page = await visit(deployment)
    const { city, slug, path } = findPage(deployment, 'en', 'product')
    await page.goto('/about')
    await markDocument(page)
    for (const { from, to } of [
      { from: '/discover', to: listingPath[deployment] },
      { from: `/${city.id}/${slug}`, to: path },
      { from: '/help', to: '/faq' },
    ]) {
      await page.evaluate(addLink, from)
      await page.getByRole('link', { name: `old ${from}` }).focus()
      await expect
        .poll(async () => {
          await page.getByRole('link', { name: `old ${from}` }).dispatchEvent('focusin')
          return page.evaluate(() =>
            performance.getEntriesByType('resource').some(({ name }) => /meta\/[0-9a-f]+\.json/.test(name)),
          )
        })
        .toBe(true)
      await page.getByRole('link', { name: `old ${from}` }).click()
      await expect.poll(() => new URL(page.url()).pathname).toBe(to)
      await expect.poll(() => page.locator('link[rel=canonical]').getAttribute('href')).toContain(to)
      expect(await isMarked(page), `${from} was followed inside the document`).toBe(true)
    }
  })

  test('do not apply to current addresses in either language', async ({ visit }) => {
    const page = await visit(deployment, { javaScriptEnabled: false })
    for (const path of ['/blog', '/ar/blog', '/faq', pathIn('ar', listingPath[deployment])]) {
      const answer = await page.goto(path)
      expect(answer?.request().redirectedFrom() ?? null, path).toBeNull()
    }
  })
})

describe('a redirect to another site', () => {
  test('works if the deployment allows its host', async ({ visit }) => {
    const page = await visit('wayfare', { expected: /press\.wayfare\.example/ })
    const gone = page.waitForRequest('https://press.wayfare.example/')
    // There is no such host; it is enough that the browser requests it.
    await page.goto('/press').catch(() => null)
    expect((await gone).isNavigationRequest()).toBe(true)
  })

  test('answers 404 at a deployment without that redirect', async ({ visit }) => {
    const page = await visit('bahla-trails', { expected: /404/ })
    expect((await page.goto('/press'))?.status()).toBe(404)
  })

  test.for(['//evil.example', '/\\evil.example', '/%0d%0aLocation:%20https://evil.example', '/%5Cevil.example/x'])(
    'cannot be forged with the path %s',
    async (path, { visit }) => {
      const page = await visit('wayfare', { expected: /4\d\d/ })
      const start = await page.goto('/')
      const { origin } = new URL(start?.url() ?? '')
      const answer = await page.goto(origin + path)
      expect(new URL(page.url()).origin).toBe(origin)
      expect(answer?.status()).toBeGreaterThanOrEqual(400)
    },
  )
})

function addLink(path: string) {
  const link = document.createElement('a')
  link.href = path
  link.textContent = `old ${path}`
  document.getElementById('page')?.prepend(link)
}

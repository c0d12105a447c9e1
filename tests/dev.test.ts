import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { startDevServer } from './support/dev-server'
import { request } from './support/request'
import { languages, origin, storefronts } from './support/storefronts'
import { addressOf, kinds, pagesOf } from './support/tree'
import { test } from './support/visit'

let dev: Awaited<ReturnType<typeof startDevServer>>
const devOrigin = (deployment: string) => `http://${deployment}.localhost:${dev.port}`

beforeAll(async () => {
  dev = await startDevServer(inject('builds'), Number(new URL(origin('wayfare')).port))
})
afterAll(() => dev.stop())

const htmlOf = async (address: string) => (await request(address, { accept: 'text/html' })).body.toString()

/** Returns the first difference of two documents without scripts and built files; runs in the browser. */
function differenceOf([published, developed]: [string, string]): string | null {
  const parse = (html: string) => {
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    // React itself puts a preload before the markup of a picture that is not lazy.
    const built =
      'script, link[rel~=stylesheet], link[rel=modulepreload], link[rel=preload]:not([as=image]), body link[rel=preload]'
    for (const element of parsed.querySelectorAll(`${built}, link[rel=icon][href^="/assets/"], style`)) element.remove()
    return parsed
  }
  const differ = (a: Node | null, b: Node | null): string | null => {
    if (a?.isEqualNode(b)) return null
    const children = [a?.childNodes.length ?? 0, b?.childNodes.length ?? 0]
    if (a?.cloneNode().isEqualNode(b?.cloneNode() ?? null)) {
      for (let n = 0; n < Math.max(...children); n++) {
        const found = differ(a.childNodes[n] ?? null, b?.childNodes[n] ?? null)
        if (found) return found
      }
    }
    const show = (node: Node | null) => (node instanceof Element ? node.outerHTML : node?.textContent)?.slice(0, 300)
    return `ours: ${show(a)}\nReact's: ${show(b)}`
  }
  return differ(parse(published).documentElement, parse(developed).documentElement)
}

describe('the development server', () => {
  test.for(storefronts)('renders with React the same documents as the build of %s', async (deployment, { visit }) => {
    const page = await visit(deployment)
    const compared: string[] = []
    for (const language of languages) {
      for (const kind of kinds) {
        const found = pagesOf(deployment).find(({ payload }) => payload.kind === kind && payload.locale === language)
        if (!found) continue
        const path = addressOf(found.payload)
        const documents: [string, string] = [
          await htmlOf(origin(deployment) + path),
          await htmlOf(devOrigin(deployment) + path),
        ]
        expect(await page.evaluate(differenceOf, documents), path).toBeNull()
        compared.push(kind)
      }
    }
    expect(compared.length).toBeGreaterThan(20)
  })

  test('shows an edited component without a build', async ({ visit }) => {
    const page = await visit('layl')
    await page.goto(`${devOrigin('layl')}/faq`)
    const file = join(dev.site, 'components/blocks/page-head.tsx')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, before.replace('<h1>', '<h1>Edited: '))
    await page.getByRole('heading', { level: 1, name: /^Edited: / }).waitFor()
    writeFileSync(file, before)
    await page.getByRole('heading', { level: 1, name: /^(?!Edited)/ }).waitFor()
  })

  test('passes API requests to the API of the same deployment', async ({ visit }) => {
    const page = await visit('layl')
    await page.goto(`${devOrigin('layl')}/cart`)
    await page.locator('[data-island=cart] > .empty').waitFor()
  })
})

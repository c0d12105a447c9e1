import { createReadStream } from 'node:fs'
import { cp, mkdir, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import type { Kind } from '../site/lib/payload.gen'
import { heroBudget } from './support/budgets'
import { generate, repository, smallContent } from './support/build'
import { waitUntilIdle } from './support/quiet'
import { addressOf, findPage, isOnSale, rootOf } from './support/tree'
import { deployments, languages, messages, type Deployment, type Language } from './support/storefronts'
import { alternatingTests } from './support/turns'
import { test } from './support/visit'

const pagesWithPictures: Kind[] = ['home', 'listing', 'product', 'post']

function pathOf(deployment: Deployment, language: Language, kind: Kind): string {
  if (kind === 'product') return addressOf(findPage(deployment, language, kind, isOnSale))
  return addressOf(findPage(deployment, language, kind))
}

interface Shown {
  src: string
  /** Its pixels for each pixel of the screen. */
  density: number
  alt: string
}

/** Loads every picture of a page, and returns how each is shown. */
async function loadPictures(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const all = [...document.querySelectorAll<HTMLImageElement>('main img')]
    for (const image of all) {
      image.loading = 'eager'
      if (!image.complete) await new Promise((resolve) => image.addEventListener('load', resolve))
      await image.decode()
    }
    return all
      .filter((image) => image.clientWidth > 0)
      .map((image) => {
        const size = new URL(image.currentSrc).pathname.match(/\/_ipx\/[^/]*?[sw]_(\d+)(?:x(\d+))?/)
        const { clientWidth, clientHeight, naturalWidth, naturalHeight } = image
        // CSS crops it at the larger of its two scales.
        const drawn = Math.max(clientWidth, (clientHeight * naturalWidth) / naturalHeight)
        return {
          src: image.currentSrc,
          density: Number(size?.[1] ?? 0) / (drawn * devicePixelRatio),
          alt: image.alt,
        }
      })
  })
}

describe.each(deployments)('the pictures of %s', (deployment) => {
  // Pictures hardly depend on the language.
  describe.each(languages)('in %s', (language) => {
    const { testInOneLanguage, casesOfLanguage } = alternatingTests(language)

    test.for(
      casesOfLanguage([
        { width: 360, density: 1 },
        { width: 360, density: 2 },
        { width: 1440, density: 1 },
      ]),
    )(
      'are WebP files of a fitting size at $width pixels and density $density',
      async ({ width, density }, { visit }) => {
        const page = await visit(deployment, { viewport: { width, height: 800 }, deviceScaleFactor: density })
        const types = new Map<string, string>()
        page.on('response', (response) => {
          if (response.request().resourceType() === 'image')
            types.set(response.url(), response.headers()['content-type'] ?? '')
        })
        for (const kind of pagesWithPictures) {
          await page.goto(pathOf(deployment, language, kind))
          const shown = await loadPictures(page)
          expect(shown.length, kind).toBeGreaterThan(0)
          for (const picture of shown) {
            expect(types.get(picture.src), picture.src).toBe('image/webp')
            // Sharp, but not so large that the next smaller size would do.
            expect(picture.density, `${kind}: ${picture.src}`).toBeGreaterThan(0.85)
            expect(picture.density, `${kind}: ${picture.src}`).toBeLessThan(2)
          }
        }
      },
    )

    test.for(casesOfLanguage(pagesWithPictures))(
      'load the first one of a page of kind %s before the others, and once',
      async (kind, { visit }) => {
        const page = await visit(deployment, { deviceScaleFactor: 2 })
        const requested: string[] = []
        const sizes = new Map<string, number>()
        page.on('request', (request) => void (request.resourceType() === 'image' && requested.push(request.url())))
        page.on('response', (response) => {
          if (response.request().resourceType() === 'image')
            response.body().then(
              (body) => sizes.set(response.url(), body.length),
              () => {}, // the page was closed first
            )
        })
        await page.goto(pathOf(deployment, language, kind))
        await waitUntilIdle(page)
        const first = page.locator('main img[fetchpriority="high"]')
        if ((await first.count()) === 0) return void expect(kind).toBe('listing') // the listing of all products has no picture of its own
        const src = await first.evaluate((image: HTMLImageElement) => image.currentSrc)
        expect(requested[0]).toBe(src)
        expect(
          requested.filter((url) => url.split('/').at(-1) === src.split('/').at(-1) && !url.includes('s_')).length,
        ).toBe(1)
        expect(sizes.get(src)).toBeLessThanOrEqual(heroBudget)
      },
    )

    testInOneLanguage('do not change the height of the page when they load', async ({ visit }) => {
      const page = await visit(deployment, { viewport: { width: 360, height: 800 } })
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/_ipx/**', async (route) => {
        await released
        await route.continue()
      })
      await page.goto(pathOf(deployment, language, 'home'), { waitUntil: 'domcontentloaded' })
      await page.evaluate(() => document.fonts.ready)
      const height = () => page.evaluate(() => document.body.scrollHeight)
      const before = await height()
      release()
      await loadPictures(page)
      expect(await height()).toBe(before)
    })

    testInOneLanguage('show their alt text in the same space if they cannot be loaded', async ({ visit }) => {
      const page = await visit(deployment, { expected: /_ipx|404/ })
      const path = pathOf(deployment, language, 'product')
      await page.goto(path)
      const box = await page.locator('.gallery').boundingBox()
      await page.route('**/_ipx/**', (route) => route.fulfill({ status: 404 }))
      await page.reload()
      await waitUntilIdle(page)
      const image = page.locator('.gallery img').first()
      expect(await image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(0)
      const { images } = findPage(deployment, language, 'product', isOnSale).product
      expect(await image.getAttribute('alt')).toBe(images[0]?.alt)
      expect(await page.locator('.gallery').boundingBox()).toEqual(box)
    })

    testInOneLanguage('open in the photo viewer with the same files as on the page', async ({ visit }) => {
      const page = await visit(deployment)
      await page.goto(pathOf(deployment, language, 'product'))
      await waitUntilIdle(page)
      const link = page.locator('.gallery a').first()
      await link.click()
      const large = page.getByRole('dialog', { name: messages[language].product.photos }).locator('img').first()
      await expect
        .poll(() => large.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
        .toBe(true)
      const written = await page
        .locator('.gallery img')
        .evaluateAll((all) => all.map((img) => img.getAttribute('srcset')))
      const offered = await page
        .getByRole('dialog')
        .locator('img')
        .evaluateAll((all) => all.map((img) => img.getAttribute('srcset')))
      expect(offered).toEqual(written)
      expect(await large.evaluate((img) => getComputedStyle(img).backgroundImage)).toContain(
        '/_ipx/s_10x10,q_50,blur_3/',
      )
      await page.keyboard.press('Escape')
    })
  })
})

/** A story with all that may be wider than a phone. */
const prose = `---
title: Prose
date: 2026-10-01
description: What may be wide.
---
\`\`\`sh
${'make everything '.repeat(20)}
\`\`\`

<https://www.example.com/${'long-address-'.repeat(12)}>

| ${'a | '.repeat(12)}
| ${'--- | '.repeat(12)}
| ${'wide cell | '.repeat(12)}

![The dunes](dunes.png "The dunes at six")

A note.[^1]

[^1]: Of the ${'long'.repeat(40)} kind.
`

describe('a static build on a plain file server', () => {
  const builds = join(inject('scratch'), 'with-pictures')
  let server: Server
  let port: number
  const missing: string[] = []

  beforeAll(async () => {
    const content = join(inject('scratch'), 'with-large-pictures')
    await cp(smallContent, content, { recursive: true })
    await cp(join(repository, 'content/media/dubai-1.webp'), join(content, 'media/dunes.png'))
    for (const language of languages) {
      await mkdir(join(content, 'blog/prose'), { recursive: true })
      await writeFile(join(content, `blog/prose/${language}.md`), prose)
    }
    await generate({ content, builds, images: true })
    const root = rootOf('wayfare', builds)
    server = createServer((request, response) => {
      const path = decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname)
      void fileAt(root, path).then((file) => {
        if (!file) {
          missing.push(path)
          return void response.writeHead(404).end()
        }
        createReadStream(file).pipe(response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }, 120_000)

  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test.for(languages)('shows every picture in %s', async (language, { visit }) => {
    const page = await visit('wayfare', { javaScriptEnabled: false, baseURL: `http://127.0.0.1:${port}` })
    for (const kind of pagesWithPictures) {
      const path = language === 'en' ? '' : '/ar'
      const of: Record<string, string> = {
        home: path || '/',
        listing: `${path}/things-to-do`,
        product: `${path}/things-to-do-in-dubai/dunes`,
        post: `${path}/blog/camps`,
      }
      await page.goto(of[kind] ?? '/')
      await waitUntilIdle(page)
      const broken = await page
        .locator('img')
        .evaluateAll(
          (all) =>
            all.filter((img) => (img as HTMLImageElement).complete && (img as HTMLImageElement).naturalWidth === 0)
              .length,
        )
      expect(broken, kind).toBe(0)
      const large = page.locator('picture img').first()
      const shown = await large.evaluate((img) => (img as HTMLImageElement).currentSrc)
      expect(shown, kind).toContain('/_ipx/f_avif,')
    }
    expect(missing.filter((path) => path.startsWith('/_ipx/') || path.startsWith('/media/'))).toEqual([])
  })

  test.for(languages)(
    'shows a story with code and a table in %s on a phone without scrolling sideways',
    async (language, { visit }) => {
      const page = await visit('wayfare', {
        ...{ javaScriptEnabled: false, baseURL: `http://127.0.0.1:${port}` },
        viewport: { width: 360, height: 800 },
      })
      await page.goto(`${language === 'en' ? '' : '/ar'}/blog/prose`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      for (const wide of ['.prose pre', '.prose .table']) {
        expect(await page.locator(wide).evaluate((box) => box.scrollWidth > box.clientWidth), wide).toBe(true)
      }
      expect(await page.locator('figure figcaption').textContent()).toBe('The dunes at six')
    },
  )
})

/** Returns the file that a plain file server finds at a path. */
async function fileAt(root: string, path: string): Promise<string | undefined> {
  for (const name of [path, `${path}/index.html`]) {
    const file = join(root, name)
    if ((await stat(file).catch(() => undefined))?.isFile()) return file
  }
  return undefined
}

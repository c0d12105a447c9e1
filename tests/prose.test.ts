import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { generate, smallContent } from './support/build'
import { wideElements } from './support/overflow'
import { startServer, type Server } from './support/server'
import { layoutOf } from './support/storefronts'

// A story with every kind of block, longer and wider than a phone's screen where it can be.

const long = 'x'.repeat(120)
const prose = `
::toc

## A heading with a word of ${'z'.repeat(60)}

Words, \`${'code '.repeat(30)}\`, and a link: <https://www.example.com/${long}/${long}>. A note.[^1]

[${long}](/faq)

\`\`\`sh
docker compose -f deploy/compose.yaml run --rm generate build --content content --destination builds --site site/dist
${long}
\`\`\`

| ${'a column with words '.repeat(3)} | ${long} | c | d | e | f |
|---|---|---|---|---|---|
| one | two | three | four | five | six |

![Dunes](dunes.png "A caption that is longer than the picture is wide, with ${'w'.repeat(50)}")

> A quotation with ${'q'.repeat(80)}

- a list
  - in a list
    - in a list with ${'l'.repeat(60)}

:::note[Before you go: ${'n'.repeat(60)}]{kind=warning}
- [ ] water
- [x] ${long}
:::

::card{product=dunes}

::cards{city=dubai}

::gallery{pictures="dunes.png dunes-2.png dunes-3.png"}

::map[The gate on the road that leads to ${'g'.repeat(60)}]{latitude=25.1 longitude=55.2}

::video[A night in the dunes]{url=https://www.youtube.com/watch?v=abcdefghijk picture=dunes.png}

Term
: Meaning ${long}

---

[^1]: The note, with https://www.example.com/${long}
`

const analytics =
  'analytics: {script: "https://count.example/js/script.js", attributes: {data-domain: a.example}, consent: required}'

const story = '/blog/camps'
let content: string
let server: Server
let browser: Browser

async function replace(file: string, from: string, to: string): Promise<void> {
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(from, () => to),
  )
}

beforeAll(async () => {
  const scratch = join(inject('scratch'), 'prose')
  content = join(scratch, 'content')
  await cp(smallContent, content, { recursive: true })
  const media = join(content, 'media')
  for (const picture of ['dunes-2.png', 'dunes-3.png']) await cp(join(media, 'dunes.png'), join(media, picture))
  for (const language of ['en', 'ar']) {
    await appendFile(join(media, `${language}.yaml`), 'dunes-2.png: Dunes by day\ndunes-3.png: Dunes by night\n')
    const file = join(content, `blog/camps/${language}.md`)
    await writeFile(file, (await readFile(file, 'utf8')) + prose)
  }
  await replace(
    join(content, 'deployments/wayfare.yaml'),
    'pageSize: 12',
    `pageSize: 12\nvideos: [youtube]\nmaps: openstreetmap\n${analytics}`,
  )
  await generate({ content, builds: join(scratch, 'builds') })
  server = await startServer(scratch, join(scratch, 'builds'))
  browser = await chromium.connect(inject('browser'))
})

afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Opens a page, and returns it with the requests to other hosts, which answer with an empty page. */
async function open(path: string, options: { width: number; scripts?: boolean }): Promise<[Page, string[]]> {
  const page = await browser.newPage({
    viewport: { width: options.width, height: 800 },
    javaScriptEnabled: options.scripts ?? true,
  })
  const elsewhere: string[] = []
  const origin = `http://127.0.0.1:${server.port}`
  await page.route(
    (url) => url.origin !== origin,
    async (route) => {
      elsewhere.push(route.request().url())
      await route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' })
    },
  )
  await page.goto(origin + path)
  return [page, elsewhere]
}

test('the card of a single product in a story is wider than 250 pixels in every layout', async () => {
  const scratch = join(content, '../layouts')
  await mkdir(scratch)
  const builds = join(scratch, 'builds')
  const deployment = join(content, 'deployments/wayfare.yaml')
  const before = await readFile(deployment, 'utf8')
  const page = await browser.newPage({ viewport: { width: 1440, height: 800 } })
  let other: Server | undefined
  for (const type of Object.values(layoutOf)) {
    await writeFile(deployment, before.replace(/^layoutType: .*/m, `layoutType: ${type}`))
    await generate({ content, builds })
    other ??= await startServer(scratch, builds)
    await page.goto(`http://127.0.0.1:${other.port}${story}`)
    const card = await page.locator('.prose-card .card-grid > *').first().boundingBox()
    expect(card?.width, type).toBeGreaterThan(250)
  }
  await writeFile(deployment, before)
  await page.close()
  await other?.stop()
})

describe.for([
  ['en', story],
  ['ar', `/ar${story}`],
] as const)('a story with every kind of block in %s', ([, path]) => {
  test.for([360, 768, 1440])('does not scroll sideways on a screen of %i pixels', async (width) => {
    const [page] = await open(path, { width })
    expect(await page.evaluate(wideElements)).toEqual([])
    for (const selector of ['.prose pre', '.prose .table']) {
      const box = page.locator(selector).first()
      const scrolls = await box.evaluate((element) => element.scrollWidth > element.clientWidth)
      expect(scrolls || width > 360, `${selector} scrolls by itself`).toBe(true)
      expect(await box.getAttribute('tabindex')).toBe('0')
    }
    await page.close()
  })

  test('shows each block', async () => {
    const [page] = await open(path, { width: 1280 })
    const counts = { '.contents a': 2, '.prose-part .card': 3, '.prose-gallery li': 3, '.note-warning': 1, '.video': 1 }
    for (const [selector, count] of Object.entries(counts)) expect(await page.locator(selector).count()).toBe(count)
    expect(await page.locator('.prose-place a').first().getAttribute('href')).toContain('25.1%2C55.2')
    expect(await page.locator('body').innerText()).not.toMatch(/::|<!--/)
    await page.close()
  })

  test('loads a video or a map only when the visitor presses it, and shows it in place', async () => {
    const [page, elsewhere] = await open(path, { width: 1280 })
    const refused: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())))
    const video = page.locator('.video')
    await video.scrollIntoViewIfNeeded()
    await video.hover()
    await page.waitForLoadState('networkidle')
    expect(elsewhere).toEqual([])
    await video.click()
    const player = page.locator('iframe.embed')
    await player.waitFor()
    expect(await player.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&rel=0')
    expect(await player.getAttribute('title')).toBe('A night in the dunes')
    await expect.poll(() => elsewhere.map((url) => new URL(url).host)).toEqual(['www.youtube-nocookie.com'])
    await page.locator('.prose-place [data-embed]').press(' ')
    const map = page.locator('.prose-place iframe.embed')
    expect(await map.getAttribute('src')).toBe(
      'https://www.openstreetmap.org/export/embed.html?bbox=55.19000%2C25.09400%2C55.21000%2C25.10600&layer=mapnik&marker=25.1%2C55.2',
    )
    expect(await map.getAttribute('title')).toContain('The gate on the road')
    await expect.poll(() => elsewhere.map((url) => new URL(url).host)).toContain('www.openstreetmap.org')
    expect(refused).toEqual([])
    await page.close()
  })

  test('opens the pictures of a gallery in the photo viewer, in the reading direction', async () => {
    const [page] = await open(path, { width: 1280 })
    const loaded = (name: string) =>
      page.evaluate((part) => performance.getEntriesByType('resource').some((it) => it.name.includes(part)), name)
    const picture = page.locator('.prose-gallery a').nth(1)
    await picture.scrollIntoViewIfNeeded()
    expect(await loaded('/assets/react.')).toBe(false)
    await picture.click()
    const strip = page.locator('.lightbox-strip')
    await strip.waitFor()
    const shown = () =>
      strip.evaluate(
        (it) => Math.round((Math.abs(it.scrollLeft) / it.clientWidth) * 10) / 10 + 10 * Math.sign(it.scrollLeft),
      )
    const side = path.startsWith('/ar') ? -1 : 1
    await expect.poll(shown).toBe(1 + 10 * side)
    await page.keyboard.press(side === 1 ? 'ArrowRight' : 'ArrowLeft')
    await expect.poll(shown).toBe(2 + 10 * side)
    await page.keyboard.press('Escape')
    await strip.waitFor({ state: 'detached' })
    expect(await picture.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.close()
  })

  test('links to the video without scripts', async () => {
    const [page, elsewhere] = await open(path, { width: 360, scripts: false })
    expect(elsewhere).toEqual([])
    await page.locator('.video').click()
    await page.waitForURL('https://www.youtube.com/watch?v=abcdefghijk')
    await page.close()
  })
})

test('the Content-Security-Policy allows frames of the video player and the map only', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${story}`)
  expect(answer.headers.get('content-security-policy')).toMatch(
    /; frame-src https:\/\/www\.youtube-nocookie\.com https:\/\/www\.openstreetmap\.org$/,
  )
})

/** Opens a page whose analytics script sends a request to its own site and one to another site. */
async function visit(path: string): Promise<[Page, string[]]> {
  const [page, elsewhere] = await open('/robots.txt', { width: 1280 })
  await page.route('https://count.example/**', async (route) => {
    elsewhere.push(route.request().url())
    const body = `for (const host of ['count', 'other'])
      fetch('https://' + host + '.example/' + document.currentScript.dataset.domain, { mode: 'no-cors' }).catch(() => {})`
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto(`http://127.0.0.1:${server.port}${path}`)
  return [page, elsewhere]
}

const counted = ['https://count.example/js/script.js', 'https://count.example/a.example']

describe.for([
  ['en', '/', 'ltr', ['Decline', 'Accept', 'Visit statistics']],
  ['ar', '/ar', 'rtl', ['لا أوافق', 'أوافق', 'إحصاءات الزيارة']],
] as const)('analytics in %s', ([, path, dir, [no, yes, change]]) => {
  test('loads after consent, reaches its own site only, and stops if consent is withdrawn', async () => {
    const [page, elsewhere] = await visit(path)
    const notice = page.locator('#consent')
    await notice.waitFor()
    expect(await notice.evaluate((element) => getComputedStyle(element).direction)).toBe(dir)
    const looks = await notice.locator('button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height } = button.getBoundingClientRect()
        const { color, backgroundColor, borderColor, fontWeight } = getComputedStyle(button)
        return { width, height, color, backgroundColor, borderColor, fontWeight }
      }),
    )
    expect(looks[0]).toEqual(looks[1])
    expect(elsewhere).toEqual([])
    await page.getByRole('button', { name: yes, exact: true }).click()
    await expect.poll(() => elsewhere).toEqual(counted)
    expect(await notice.isVisible()).toBe(false)
    await page.reload()
    await expect.poll(() => elsewhere).toEqual([...counted, ...counted])
    expect(await notice.isVisible()).toBe(false)

    await page.getByRole('button', { name: change }).click()
    expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true)
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: no, exact: true }).click()])
    expect(elsewhere).toEqual([...counted, ...counted])
    await page.close()
  })

  test('does not load after the visitor declines', async () => {
    const [page, elsewhere] = await visit(path)
    await page.getByRole('button', { name: no, exact: true }).click()
    await page.reload()
    expect(await page.locator('#consent').isVisible()).toBe(false)
    expect(elsewhere).toEqual([])
    await page.close()
  })
})

test('analytics does not load on a page with the secret of a mailed link', async () => {
  const [page, elsewhere] = await visit('/')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => elsewhere).toEqual(counted)
  await page.goto(`http://127.0.0.1:${server.port}/cart?negotiation=secret`)
  expect(elsewhere).toEqual(counted)
  await page.close()
})

import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { generate, smallContent } from './support/build'
import { startServer } from './support/server'
import { messages } from './support/storefronts'
import { isMarked, markDocument, hoverUntilPrefetched, test, installClock } from './support/visit'

test('after a new build is published, the next navigation of an open page loads a new document', async ({ visit }) => {
  const folder = await mkdtemp(join(inject('scratch'), 'newer-'))
  const content = join(folder, 'content')
  const builds = join(folder, 'builds')
  await cp(smallContent, content, { recursive: true })
  await generate({ content, builds })
  const server = await startServer(inject('scratch'), builds)
  try {
    const page = await visit('wayfare', { baseURL: `http://wayfare.localhost:${server.port}` })
    const liveBuild = () =>
      page.evaluate(async () => (await fetch('/builds/meta/latest.json', { cache: 'no-store' })).text())
    const putForward = await installClock(page)
    await page.goto('/faq')
    await markDocument(page)
    const foot = page.getByRole('contentinfo')
    const about = foot.getByRole('link', { name: messages.en.nav.about })
    await hoverUntilPrefetched(page, about)
    await about.click()
    await expect.poll(() => page.url()).toContain('/about')
    expect(await isMarked(page), 'a page of the same build is shown in the same document').toBe(true)

    const terms = join(content, 'pages/terms-and-conditions/en.md')
    await writeFile(terms, `${await readFile(terms, 'utf8')}\nA sentence of the newer build.\n`)
    const former = await liveBuild()
    await generate({ content, builds })
    await expect.poll(liveBuild, { message: 'the server serves the new build' }).not.toBe(former)
    // The browser asks which build is live at most once a minute.
    await putForward(61_000)
    const newer = page.waitForResponse(/builds\/meta\/[0-9a-f]+\.json/)
    const link = foot.getByRole('link', { name: messages.en.nav.terms })
    await page.mouse.move(0, 0)
    await link.hover()
    await (await newer).finished()
    await link.click()
    await expect.poll(() => page.url()).toContain('/terms-and-conditions')
    expect(await isMarked(page), 'a page of the newer build loads a new document').toBe(false)
    await expect.poll(() => page.getByRole('main').textContent()).toContain('A sentence of the newer build.')
  } finally {
    await server.stop()
  }
})

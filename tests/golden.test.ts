import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { generate, repository } from './support/build'
import { languages, pathIn } from './support/storefronts'
import { kinds, pagesOf, rootOf } from './support/tree'

/** 20 November 2026. */
const asOf = 1_795_132_800

/** The document of a page with what differs between builds of the same look made equal; one element a line. */
function normalised(html: string): string {
  return html
    .replace(/(<meta name="bundle" content=")[0-9a-f]+/, '$1BUNDLE')
    .replace(/(\/assets\/[\w./-]+?)\.[\w-]{8}\.(js|css|woff2|svg|png|ico)/g, '$1.HASH.$2')
    .replace(/(\/assets\/(?:static\/)?[\w-]+?-)[0-9a-f]{8}(\.HASH)/g, '$1HASH$2')
    .replace(/(\/media\/[\w-]+)\.[0-9a-f]{8,}\.(webp|png|jpg|avif)/g, '$1.HASH.$2')
    .replace(/></g, '>\n<')
    .concat('\n')
}

describe.each(languages)('the small catalogue in %s', (language) => {
  const builds = join(inject('scratch'), `golden-${language}`)

  beforeAll(async () => {
    const content = join(repository, 'internal/content/contenttest/content')
    await generate({ scratch: inject('scratch'), content, builds, asOf })
  })

  test.for(kinds)('renders a page of kind %s as it did', async (kind) => {
    const page = pagesOf('wayfare', builds).find(({ payload }) => payload.kind === kind && payload.locale === language)
    if (!page) throw new Error(`no page of kind ${kind}`)
    const file = kind === 'not-found' ? pathIn(language, '/404.html') : join(page.path, 'index.html')
    const html = normalised(await readFile(join(rootOf('wayfare', builds), file), 'utf8'))
    const golden = join(import.meta.dirname, 'golden', language, `${kind}.html`)
    if (process.env.UPDATE_GOLDEN) {
      await mkdir(dirname(golden), { recursive: true })
      await writeFile(golden, html)
    }
    expect(html).toBe(await readFile(golden, 'utf8'))
  })
})

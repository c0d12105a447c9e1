import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Kind } from '../site/lib/payload.gen'
import { generate, smallContent } from './support/build'
import { languages } from './support/storefronts'
import { pagesOf, rootOf } from './support/tree'

// Goldens show a reviewer what a change does to the markup that visitors read: a lost line, one more attribute. Four
// kinds of page show most of the components that the server renders; what every kind of page must have is tested by name in
// head, screens, links, html, weights and preloads. UPDATE_GOLDEN=1 rewrites them.

/** 20 November 2026. */
const asOf = 1_795_132_800
const kinds: Kind[] = ['home', 'listing', 'product', 'cart']
const builds = join(inject('scratch'), 'golden')

beforeAll(() => generate({ content: smallContent, builds, asOf }))

/**
 * Returns a document without what differs between builds of the same look, one element a line. Built files have no names
 * here, and the list of those that islands preload is the bundler's: a module that is packed otherwise changes no look.
 */
function normalised(html: string): string {
  return html
    .replace(/(<meta name="bundle" content=")[0-9a-f]+/, '$1BUNDLE')
    .replace(/<link rel="(?:modulepreload|preload" as="style)"[^>]*>/g, '')
    .replace(/\/assets\/[\w./-]+\.(js|css|woff2|svg|png|ico)/g, '/assets/FILE.$1')
    .replace(/(\/media\/[\w-]+)\.[0-9a-f]{8,}\.(webp|png|jpg|avif)/g, '$1.HASH.$2')
    .replace(/></g, '>\n<')
    .concat('\n')
}

test.for(languages.flatMap((language) => kinds.map((kind) => ({ language, kind }))))(
  'the page of kind $kind in $language matches its golden file',
  async ({ language, kind }) => {
    const page = pagesOf('wayfare', builds).find(({ payload }) => payload.kind === kind && payload.locale === language)
    if (!page) throw new Error(`no page of kind ${kind}`)
    const html = normalised(await readFile(join(rootOf('wayfare', builds), page.path, 'index.html'), 'utf8'))
    const golden = join(import.meta.dirname, 'golden', language, `${kind}.html`)
    if (process.env.UPDATE_GOLDEN) {
      await mkdir(dirname(golden), { recursive: true })
      await writeFile(golden, html)
    }
    expect(html).toBe(await readFile(golden, 'utf8'))
  },
)

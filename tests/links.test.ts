import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Manifest } from '../site/lib/payload.gen'
import { redirectOf } from '../site/lib/navigation/redirects'
import { readDocuments, type BuiltDocument } from './support/documents'
import { baseUrl, languages, languagesOf, pathIn, storefronts } from './support/storefronts'
import { filesUnder, kinds, pagesOf, rootOf } from './support/tree'

describe.each(storefronts)('the build of %s', (deployment) => {
  let documents: BuiltDocument[]
  let byPath: Map<string, BuiltDocument>
  let manifest: Manifest
  const base = baseUrl[deployment]

  beforeAll(async () => {
    documents = await readDocuments(deployment)
    byPath = new Map(documents.map((document) => [document.path, document]))
    const meta = join(rootOf(deployment), 'builds/meta')
    const { id } = JSON.parse(readFileSync(join(meta, 'latest.json'), 'utf8')) as { id: string }
    manifest = JSON.parse(readFileSync(join(meta, `${id}.json`), 'utf8')) as Manifest
  })

  /** Returns why a link is broken; undefined if it has a target or leads to another site. */
  function broken(address: string, from: BuiltDocument): string | undefined {
    const url = new URL(address, base + from.path)
    if (url.origin !== base || address === '') return address === '' ? 'is empty' : undefined
    // A resized picture needs its original in the build.
    const requested = url.pathname.replace(/^\/_ipx\/[^/]+(?=\/media\/)/, '')
    const path = decodeURIComponent(requested).replace(/(?<=.)\/$/, '')
    if (path.startsWith('/api/') || isFile(join(rootOf(deployment), path))) return undefined
    const target = byPath.get(path)
    if (!target) return isRedirected(path) ? undefined : 'does not exist'
    const fragment = decodeURIComponent(url.hash.slice(1))
    return fragment && !target.ids.includes(fragment) ? 'has no such fragment' : undefined
  }

  function isRedirected(path: string): boolean {
    const { supplier, locales, redirectHosts, redirects } = manifest
    const answer = redirectOf(path, { supplier, locales: locales.map(({ code }) => code), redirectHosts, redirects })
    return answer !== null && 'to' in answer && (byPath.has(answer.to) || /^https?:/.test(answer.to))
  }

  /** Returns the page at an absolute URL of this site, if there is one. */
  const pageAt = (address: string) =>
    address.startsWith(base) ? byPath.get(decodeURI(address.slice(base.length)).replace(/\/$/, '') || '/') : undefined

  test('every kind of page exists in every language', () => {
    const present = new Set(pagesOf(deployment).map(({ payload }) => `${payload.kind} ${payload.locale}`))
    const wanted = languagesOf(deployment).flatMap((language) => kinds.map((kind) => `${kind} ${language}`))
    expect(wanted.filter((one) => !present.has(one))).toEqual([])
    const shown = pagesOf(deployment).filter(({ payload }) => payload.kind !== 'not-found')
    expect(shown.filter(({ path }) => !byPath.has(path))).toEqual([])
  })

  test('every link and file reference of a page has a target', () => {
    const found = documents.flatMap((document) =>
      // The canonical address has a test of its own.
      [...new Set(document.links)]
        .filter((link) => link !== document.canonical)
        .flatMap((link) => {
          const why = broken(link, document)
          return why ? [`${document.file}: ${link} ${why}`] : []
        }),
    )
    expect(documents.flatMap(({ links }) => links).length).toBeGreaterThan(40 * documents.length)
    expect(found).toEqual([])
  })

  test('every id is unique in its document', () => {
    const twice = documents.flatMap(({ file, ids }) =>
      ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${file}: ${id}`),
    )
    expect(twice).toEqual([])
  })

  test('every page has its own address as canonical URL', () => {
    const pages = documents.filter(({ file }) => file.endsWith('index.html'))
    const wrong = pages.filter(({ canonical, path }) => pageAt(canonical)?.path !== path)
    expect(wrong.map(({ file, canonical }) => `${file}: ${canonical}`)).toEqual([])
  })

  test('translations link to each other', () => {
    const wrong = documents.flatMap(({ file, path, canonical, alternates, robots }) => {
      if (robots) return Object.keys(alternates).length > 0 ? [`${file} is not indexed`] : []
      // Not every story is written in every language of its storefront.
      const wanted = /^(\/\w+)?\/blog\/./.test(path) ? languages : languagesOf(deployment)
      const missing = wanted.filter((language) => !(language in alternates))
      const own = Object.values(alternates).includes(canonical) ? [] : [`${file} does not list itself`]
      const mutual = Object.values(alternates)
        .filter((address) => !Object.values(pageAt(address)?.alternates ?? {}).includes(canonical))
        .map((address) => `${file}: ${address} does not link back`)
      const fallback =
        alternates['x-default'] === alternates.en ? [] : [`${file}: x-default is not the default language`]
      return [...missing.map((language) => `${file} has no ${language}`), ...own, ...mutual, ...fallback]
    })
    expect(wrong).toEqual([])
  })

  test('the sitemap lists exactly the indexed pages', () => {
    const sitemap = readFileSync(join(rootOf(deployment), 'sitemap.xml'), 'utf8')
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
    const wanted = documents.filter(({ robots, file }) => !robots && file.endsWith('index.html'))
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.toSorted()).toEqual(wanted.map(({ canonical }) => canonical).toSorted())
    for (const [, address] of sitemap.matchAll(/hreflang="[^"]+" href="([^"]+)"/g))
      expect(pageAt(address ?? '')).toBeDefined()
    const defaults = (text: string) => [...text.matchAll(/hreflang="x-default" href="([^"]+)"/g)].map(([, to]) => to)
    expect(defaults(sitemap).toSorted()).toEqual(wanted.map(({ alternates }) => alternates['x-default']).toSorted())
    expect(readFileSync(join(rootOf(deployment), 'robots.txt'), 'utf8')).toContain(`Sitemap: ${base}/sitemap.xml`)
  })

  test.for(languagesOf(deployment))('the feed in %s links to stories in that language', (language) => {
    const feed = readFileSync(join(rootOf(deployment), pathIn(language, '/feed.xml')), 'utf8')
    const entries = [...feed.matchAll(/<entry>[^]*?<link href="([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.filter((address) => pageAt(address)?.lang !== language)).toEqual([])
  })

  test('every file has an expected name and folder', () => {
    const strange = filesUnder(rootOf(deployment)).filter(
      (file) =>
        !/(?:^|\/)(?:index\.html|index\.md|_payload\.json|404\.html|sitemap\.xml|robots\.txt|llms\.txt|feed\.xml|products\.json|products\.xml|favicon\.\w+|_redirects)(?:\.br|\.gz)?$/.test(
          file,
        ) && !/^(?:assets|media|builds\/meta|feeds|\.search)\//.test(file),
    )
    expect(strange).toEqual([])
  })
})

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

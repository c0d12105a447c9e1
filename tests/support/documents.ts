import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { inject } from 'vitest'
import type { Deployment } from './storefronts'
import { filesUnder, rootOf } from './tree'

/** BuiltDocument has the contents of a built document, as a browser parses it. */
export interface BuiltDocument {
  /** Its file, from the root of the storefront: 'ar/blog/index.html'. */
  file: string
  /** The address that file answers: '/ar/blog'. */
  path: string
  lang: string
  dir: string
  title: string
  description: string
  canonical: string
  robots: string
  openGraph: Record<string, string>
  alternates: Record<string, string>
  headings: string[]
  ids: string[]
  /** Every address in it that a browser or a visitor could go to. */
  links: string[]
  /** Pictures without alternative text. */
  imagesWithoutAlt: string[]
  jsonLd: string[]
}

const batchSize = 40

/** Reads every document of a storefront, with the browser's own parser. */
export async function readDocuments(deployment: Deployment): Promise<BuiltDocument[]> {
  const root = rootOf(deployment)
  const files = filesUnder(root).filter((file) => file.endsWith('.html'))
  const browser = await chromium.connect(inject('browser'))
  const page = await browser.newPage()
  const documents: BuiltDocument[] = []
  for (let from = 0; from < files.length; from += batchSize) {
    const sources = files.slice(from, from + batchSize).map((file) => ({
      file,
      path: `/${file.replace(/\/?index\.html$/, '')}`,
      html: readFileSync(join(root, file), 'utf8'),
    }))
    documents.push(...(await page.evaluate(parseDocuments, sources)))
  }
  await page.close()
  await browser.close()
  return documents
}

function parseDocuments(sources: { file: string; path: string; html: string }[]): BuiltDocument[] {
  return sources.map(({ file, path, html }) => {
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    const all = (selector: string) => [...parsed.querySelectorAll(selector)]
    const attribute = (selector: string, name: string) => parsed.querySelector(selector)?.getAttribute(name) ?? ''
    const pairs = (selector: string, key: string, value: string) =>
      Object.fromEntries(all(selector).map((node) => [node.getAttribute(key) ?? '', node.getAttribute(value) ?? '']))
    const links = ['href', 'src', 'action', 'poster'].flatMap((name) =>
      all(`[${name}]`).map((node) => node.getAttribute(name) ?? ''),
    )
    const candidates = all('[srcset], [imagesrcset]')
      .flatMap((node) => (node.getAttribute('srcset') ?? node.getAttribute('imagesrcset') ?? '').split(','))
      .map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')
    return {
      file,
      path,
      lang: parsed.documentElement.lang,
      dir: parsed.documentElement.dir,
      title: parsed.title,
      description: attribute('meta[name=description]', 'content'),
      canonical: attribute('link[rel=canonical]', 'href'),
      robots: attribute('meta[name=robots]', 'content'),
      openGraph: pairs('meta[property]', 'property', 'content'),
      alternates: pairs('link[rel=alternate][hreflang]', 'hreflang', 'href'),
      headings: all('h1').map((heading) => heading.textContent?.trim() ?? ''),
      ids: all('[id]').map(({ id }) => id),
      links: [...links, ...candidates],
      imagesWithoutAlt: all('img:not([alt])').map((image) => image.getAttribute('src') ?? ''),
      jsonLd: all('script[type="application/ld+json"]').map((script) => script.textContent ?? ''),
    }
  })
}

// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest'
import { setIslandRenderer } from '../lib/islands'
import type { PayloadOf } from '../lib/payload'
import { arabicShell, shell } from '../lib/shell.fixture'
import type { Bundle } from './bundle'
import { renderDocument } from './document'
import type { DocumentData } from './document-data'
import { loadIslandViews } from './island-views'

const bundle: Bundle = {
  hash: 'abc123',
  assets: [],
  csp: [],
  pictures: [],
  entry: {
    script: 'assets/entry.1.js',
    styles: ['assets/style.1.css'],
    preload: ['assets/helper.1.js'],
    fonts: { en: ['assets/latin.woff2'], ar: ['assets/arabic.woff2'] },
  },
}
const page: PayloadOf<'blog'> = {
  kind: 'blog',
  locale: 'en',
  path: '/blog',
  title: 'News </title> & Stories',
  description: 'Told "plainly"',
  number: 1,
  pages: 1,
  posts: [],
}

function documentOf(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

const english = () => documentOf(renderDocument(page, shell, bundle))
const arabic = () => documentOf(renderDocument({ ...page, locale: 'ar' }, arabicShell, bundle))
const attribute = (doc: Document, selector: string, name: string) => doc.querySelector(selector)?.getAttribute(name)

beforeAll(async () => setIslandRenderer(await loadIslandViews()))

describe('a document', () => {
  it('says its language and direction', () => {
    expect([english().documentElement.lang, english().documentElement.dir]).toEqual(['en', 'ltr'])
    expect([arabic().documentElement.lang, arabic().documentElement.dir]).toEqual(['ar', 'rtl'])
  })

  it('escapes what editors wrote', () => {
    expect(english().title).toBe('News </title> & Stories | Wayfare')
    expect(attribute(english(), 'meta[name="description"]', 'content')).toBe('Told "plainly"')
  })

  it('names the bundle it was rendered with', () => {
    expect(attribute(english(), 'meta[name="bundle"]', 'content')).toBe('abc123')
  })

  it('loads one script, and the fonts of its language', () => {
    expect(attribute(english(), 'script[type="module"]', 'src')).toBe('/assets/entry.1.js')
    expect(attribute(english(), 'link[as="font"]', 'href')).toBe('/assets/latin.woff2')
    expect(attribute(arabic(), 'link[as="font"]', 'href')).toBe('/assets/arabic.woff2')
  })

  it('links to the same page in the other language, from a header made once', () => {
    const link = (doc: Document, code: string) =>
      attribute(doc, `header a[hreflang="${code}"], footer a[hreflang="${code}"]`, 'href')
    expect(link(english(), 'ar')).toBe('/ar/blog')
    expect(link(arabic(), 'en')).toBe('/blog')
    const faq = documentOf(renderDocument({ ...page, path: '/faq' }, shell, bundle))
    expect(link(faq, 'ar')).toBe('/ar/faq')
  })

  it('leaves no placeholder behind', () => {
    expect(renderDocument(page, shell, bundle)).not.toContain('/-/language/')
  })

  it('marks where it is in the navigation', () => {
    const currents = (doc: Document) =>
      [...doc.querySelectorAll('header [aria-current]')].map((link) => [
        link.getAttribute('href'),
        link.getAttribute('aria-current'),
      ])
    expect(currents(english())).toEqual([['/blog', 'page']])
    expect(currents(arabic())).toEqual([['/ar/blog', 'page']])
    expect(currents(documentOf(renderDocument({ ...page, path: '/blog/page/2' }, shell, bundle)))).toEqual([
      ['/blog', 'true'],
    ])
  })

  it('carries its shell without the long lists, and only the messages of its islands', () => {
    const data = JSON.parse(english().getElementById('site')?.textContent ?? '') as DocumentData
    expect(data.shell).not.toHaveProperty('cities')
    expect(data.shell.name).toBe('Wayfare')
    expect(data.strings).toHaveProperty('error.unknown')
    expect(data.strings).not.toHaveProperty('checkout')
    for (const { id, name } of data.islands) {
      expect(attribute(english(), `#${id}`, 'data-island'), id).toBe(name)
    }
  })

  it('is the same bytes for the same payload', () => {
    expect(renderDocument(page, shell, bundle)).toBe(renderDocument(page, shell, bundle))
  })

  it('refuses a layout type that does not exist', () => {
    expect(() => renderDocument(page, { ...shell, layoutType: 'baroque' }, bundle)).toThrow(
      'unknown layout type "baroque"',
    )
  })
})

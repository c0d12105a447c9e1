// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { PayloadOf } from '../../lib/payload'
import { arabicShell, shell } from '../../lib/shell.fixture'
import type { Bundle } from '../build/bundle'
import { renderDocument } from './document'
import { slotDelimiter } from '../../lib/document/placement'
import type { DocumentData } from '../client/document-data'

const bundle: Bundle = {
  hash: 'abc123',
  assets: [],
  csp: [],
  pictures: [],
  sizes: { widths: [], boxes: [] },
  entry: {
    script: 'assets/entry.1.js',
    styles: ['assets/style.1.css'],
    layouts: {},
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

describe('a document', () => {
  it('has its language and direction', () => {
    expect([english().documentElement.lang, english().documentElement.dir]).toEqual(['en', 'ltr'])
    expect([arabic().documentElement.lang, arabic().documentElement.dir]).toEqual(['ar', 'rtl'])
  })

  it('escapes the texts of editors', () => {
    expect(english().title).toBe('News </title> & Stories | Wayfare')
    expect(attribute(english(), 'meta[name="description"]', 'content')).toBe('Told "plainly"')
  })

  it('names the bundle that rendered it', () => {
    expect(attribute(english(), 'meta[name="bundle"]', 'content')).toBe('abc123')
  })

  it('loads one script, and the fonts of its language', () => {
    expect(attribute(english(), 'script[type="module"]', 'src')).toBe('/assets/entry.1.js')
    expect(attribute(english(), 'link[as="font"]', 'href')).toBe('/assets/latin.woff2')
    expect(attribute(arabic(), 'link[as="font"]', 'href')).toBe('/assets/arabic.woff2')
  })

  it('preloads only the files of islands that mount at once', () => {
    const islands = { cart: ['assets/cart.1.js', 'assets/cart.1.css'], contact: ['assets/contact.1.js'] }
    const links = (kind: 'cart' | 'contact') => {
      const payload = { kind, locale: 'en', path: `/${kind}`, title: '', description: '' } as PayloadOf<'cart'>
      const doc = documentOf(renderDocument(payload, shell, { ...bundle, islands }))
      return [...doc.querySelectorAll('link[href^="/assets/c"]')].map((link) => [
        link.getAttribute('rel'),
        link.getAttribute('href'),
        link.getAttribute('crossorigin'),
      ])
    }
    expect(links('cart')).toEqual([
      ['modulepreload', '/assets/cart.1.js', null],
      // Matches the request of the bundler's loader: otherwise it is fetched twice.
      ['preload', '/assets/cart.1.css', ''],
    ])
    expect(links('contact')).toEqual([])
  })

  it('links to the same page in the other language', () => {
    const link = (doc: Document, code: string) =>
      attribute(doc, `header a[hreflang="${code}"], footer a[hreflang="${code}"]`, 'href')
    expect(link(english(), 'ar')).toBe('/ar/blog')
    expect(link(arabic(), 'en')).toBe('/blog')
    const faq = documentOf(renderDocument({ ...page, path: '/faq' }, shell, bundle))
    expect(link(faq, 'ar')).toBe('/ar/faq')
  })

  it('fills every slot of its header', () => {
    expect(renderDocument(page, shell, bundle)).not.toContain(slotDelimiter)
  })

  it('marks the current page in the navigation', () => {
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

  it('contains its shell without the long lists and only the messages of islands that mount at once', () => {
    const data = JSON.parse(english().getElementById('site')?.textContent ?? '') as DocumentData
    expect(data.shell).not.toHaveProperty('cities')
    expect(data.shell.name).toBe('Wayfare')
    expect(data.strings).toHaveProperty('error.unknown')
    expect(data.strings).not.toHaveProperty('checkout')
    for (const { id, name } of data.islands) {
      expect(attribute(english(), `#${id}`, 'data-island'), id).toBe(name)
    }
  })

  it('contains the notes on converted prices only if there are exchange rates', () => {
    const strings = (rates: Record<string, string>) => {
      const own = { ...shell, currency: { ...shell.currency, rates } }
      const data = documentOf(renderDocument(page, own, bundle)).getElementById('site')?.textContent ?? ''
      return (JSON.parse(data) as DocumentData).strings
    }
    expect(strings(shell.currency.rates)).toHaveProperty('currency.note')
    expect(strings({})).not.toHaveProperty('currency')
  })

  it('leaves out the messages of islands that wait for interaction', () => {
    const strings = (kind: 'cart' | 'search') => {
      const payload = { kind, locale: 'en', path: `/${kind}`, title: '', description: '' } as PayloadOf<'cart'>
      const data = documentOf(renderDocument(payload, shell, bundle)).getElementById('site')?.textContent ?? ''
      return (JSON.parse(data) as DocumentData).strings
    }
    expect(strings('cart')).toHaveProperty('cart.original')
    expect(strings('search')).not.toHaveProperty('finder')
  })

  it('shows the name of the deployment, its logo beside the name, or a logo that has the name', () => {
    const logo = { src: '/media/a.svg', width: 48, height: 32, dark: '/media/b.svg', named: false }
    const wordmark = (part: Partial<typeof shell>) =>
      documentOf(renderDocument(page, { ...shell, ...part }, bundle)).querySelector('header .wordmark')
    const alts = (of: Element | null) => [...(of?.querySelectorAll('img') ?? [])].map((image) => image.alt)
    expect(wordmark({})?.innerHTML).toBe('Wayfare')
    expect([wordmark({ logo })?.textContent, alts(wordmark({ logo }))]).toEqual(['Wayfare', ['', '']])
    const named = wordmark({ logo: { ...logo, named: true } })
    expect([named?.textContent, alts(named)]).toEqual(['', ['Wayfare', 'Wayfare']])
  })

  it('has the icon and the theme colour of its deployment', () => {
    const logo = { src: '/media/a.svg', width: 48, height: 32, icon: '/media/icon.svg', named: false }
    const own = documentOf(renderDocument(page, { ...shell, logo, themeColor: { light: '#ffffff', dark: '' } }, bundle))
    expect(attribute(own, 'link[rel="icon"]', 'href')).toBe('/media/icon.svg')
    const colours = [...own.querySelectorAll('meta[name="theme-color"]')]
    expect(colours.map((meta) => [meta.getAttribute('content'), meta.getAttribute('media')])).toEqual([
      ['#ffffff', '(prefers-color-scheme: light)'],
    ])
    expect(own.querySelector('meta[name="theme-color"] ~ script'), 'the snippet finds them').not.toBeNull()
    expect(own.querySelector('script ~ meta[name="theme-color"]')).toBeNull()
    expect(english().querySelector('meta[name="theme-color"]')).toBeNull()
  })

  it('lists only the accepted ways to pay in its footer', () => {
    const footer = (part: Partial<typeof shell>) =>
      documentOf(renderDocument(page, { ...shell, ...part }, bundle)).querySelector('footer')?.textContent
    expect(footer({})).toMatch(/By card, .* Or reserve now and pay later/)
    expect(footer({ payLater: false })).not.toMatch(/pay later/)
    expect(footer({ card: false })).not.toMatch(/card/i)
    expect(footer({ card: false })).toMatch(/Reserve now and pay later/)
  })

  it('has the same bytes for the same payload', () => {
    expect(renderDocument(page, shell, bundle)).toBe(renderDocument(page, shell, bundle))
  })
})

// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { LayoutType, Shell } from '../lib/payload.gen'
import type { PayloadOf } from '../lib/payload'
import { shell } from '../lib/shell.fixture'
import { renderDocument } from '../render/server/document'

const page: PayloadOf<'blog'> = {
  kind: 'blog',
  locale: 'en',
  path: '/our-team',
  title: 'Our team',
  description: '',
  number: 1,
  pages: 1,
  posts: [],
}
const own: Partial<Shell> = {
  menu: [
    { path: '/our-team', name: 'The team' },
    { path: '/about' },
    { path: '/things-to-do' },
    { path: 'https://jobs.example/', name: 'Jobs' },
  ],
  footer: [{ title: 'Company', links: [{ path: '/faq#pay' }, { path: 'mailto:a@b.example', name: 'Write' }] }],
  social: [{ path: 'https://www.instagram.com/wayfare', name: 'Instagram' }],
}
const bundle = {
  ...{ hash: 'a', assets: [], csp: [], pictures: [], sizes: { widths: [], boxes: [] } },
  entry: { script: '', styles: [], layouts: {}, preload: [], fonts: {} },
}

function linksOf(part: string, more: Partial<Shell>): string[][] {
  const html = renderDocument(page, { ...shell, ...more }, bundle)
  const doc = new DOMParser().parseFromString(html, 'text/html')
  return [...doc.querySelectorAll(`${part} a`)].map((a) => [a.textContent, a.getAttribute('href') ?? ''])
}

describe('the menu of a deployment', () => {
  const layouts: LayoutType[] = ['default', 'supplier-classic', 'supplier-editorial', 'supplier-compact']
  it.each([...layouts, 'template-two', 'template-four', 'transparent'] as LayoutType[])(
    'replaces the default links of the layout %s',
    (layoutType) => {
      const links = linksOf('.site-header', { ...own, layoutType })
      expect(links).toEqual(
        expect.arrayContaining([
          ['The team', '/our-team'],
          ['About us', '/about'],
          ['All experiences', '/things-to-do'],
          ['Jobs', 'https://jobs.example/'],
        ]),
      )
      expect(links).not.toContainEqual(['News & Stories', '/blog'])
      expect(linksOf('.site-header', { layoutType })).toContainEqual(['News & Stories', '/blog'])
    },
  )

  it.each(['default', 'template-two', 'template-four', 'transparent', 'supplier-editorial'] as LayoutType[])(
    'shows 12 categories and a link to all if there are more than 13, in the layout %s',
    (layoutType) => {
      const many = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `c${i}`, name: `Category ${i}` }))
      const categories = (count: number) =>
        linksOf('.menu-list', { layoutType, categories: many(count) }).filter(([name]) => name?.includes('ategor'))
      expect(categories(13).at(-1)).toEqual(['Category 12', '/c12'])
      expect(categories(14)).toHaveLength(13)
      expect(categories(14).slice(-2)).toEqual([
        ['Category 11', '/c11'],
        ['All categories', '/#categories'],
      ])
    },
  )

  it('marks the current page', () => {
    const html = renderDocument(page, { ...shell, ...own }, bundle)
    const doc = new DOMParser().parseFromString(html, 'text/html')
    expect(doc.querySelector('.site-header [aria-current]')?.textContent).toBe('The team')
  })

  it("is not part of the document's data for scripts", () => {
    const html = renderDocument(page, { ...shell, ...own }, bundle)
    const doc = new DOMParser().parseFromString(html, 'text/html')
    expect(doc.querySelector('#site')?.textContent).not.toContain('The team')
  })
})

describe('the footer of a deployment', () => {
  it('isolates the opening hours from the direction of the text around them', () => {
    const contact = { ...shell.contact, hours: 'Mo–Fr 9:00–18:00' }
    expect(renderDocument(page, { ...shell, contact }, bundle)).toContain('<bdi>Mo–Fr 9:00–18:00</bdi>')
  })

  it('shows the link groups and social links of the deployment instead of the default links', () => {
    const links = linksOf('.site-footer', own)
    expect(links).toEqual(
      expect.arrayContaining([
        ['Questions and answers', '/faq#pay'],
        ['Write', 'mailto:a@b.example'],
        ['Instagram', 'https://www.instagram.com/wayfare'],
      ]),
    )
    expect(links).not.toContainEqual(['Terms and conditions', '/terms-and-conditions'])
    expect(linksOf('.site-footer', {})).toContainEqual(['Terms and conditions', '/terms-and-conditions'])
  })
})

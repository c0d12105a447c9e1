// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { applyHead, headOf } from './head'
import type { Payload } from '../payload'
import { setEnglishSite } from '../shell.fixture'

const faq = (changes: object = {}): Payload => ({
  kind: 'faq',
  locale: 'en',
  path: '/faq',
  title: 'Questions',
  description: 'Answers',
  image: { src: '/media/a.webp', width: 4, height: 3, alt: 'A' },
  topics: [],
  ...changes,
})
const texts = (selector: string, name: string) =>
  [...document.head.querySelectorAll(selector)].map((element) => element.getAttribute(name))

beforeEach(() => {
  setEnglishSite()
  document.head.innerHTML = '<link rel="stylesheet" href="/a.css"><meta name="bundle" content="x">'
})

describe('the head of the current page', () => {
  it('replaces the whole head of the previous page', () => {
    applyHead(headOf(faq({ path: '/blog', title: 'Stories' })))
    applyHead(headOf(faq()))
    expect(document.title).toBe('Questions | Wayfare')
    expect(texts('link[rel="canonical"]', 'href')).toEqual(['https://www.wayfare.example/faq'])
    expect(texts('link[hreflang]', 'hreflang')).toEqual(['en', 'ar', 'x-default'])
    expect(texts('link[hreflang="ar"]', 'href')).toEqual(['https://www.wayfare.example/ar/faq'])
    expect(texts('meta[property="og:title"]', 'content')).toEqual(['Questions'])
    expect(texts('meta[property="og:image"]', 'content')).toEqual([
      'https://www.wayfare.example/_ipx/f_jpeg,s_1200x630/media/a.webp',
    ])
    expect(document.head.querySelectorAll('script[type="application/ld+json"]')).toHaveLength(1)
  })

  it('keeps the stylesheets and the bundle of the document', () => {
    applyHead(headOf(faq()))
    expect(texts('meta[name="bundle"], link[rel="stylesheet"]', 'rel')).toContain('stylesheet')
    expect(texts('meta[name="bundle"]', 'content')).toEqual(['x'])
  })

  it('excludes search engines from a personal page, but not from the next page', () => {
    applyHead(headOf(faq({ noIndex: true })))
    expect(texts('meta[name="robots"]', 'content')).toEqual(['noindex'])
    expect(texts('link[hreflang]', 'hreflang')).toEqual([])
    applyHead(headOf(faq()))
    expect(texts('meta[name="robots"]', 'content')).toEqual([])
  })
})

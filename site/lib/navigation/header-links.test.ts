// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { sectionsOf, updateHeaderLinks } from './header-links'
import type { Payload } from '../payload'
import { shell } from '../shell.fixture'

const faq = (changes: object = {}): Payload => ({
  kind: 'faq',
  locale: 'en',
  path: '/faq',
  title: 'Questions',
  description: 'Answers',
  topics: [],
  ...changes,
})

it('a link is current on its page and on pages below it', () => {
  expect([...sectionsOf('/blog')]).toEqual([['/blog', 'page']])
  expect([...sectionsOf('/blog/page/2')]).toEqual([
    ['/blog/page/2', 'page'],
    ['/blog/page', 'true'],
    ['/blog', 'true'],
  ])
})

it('the home link is current only on the home page', () => {
  expect([...sectionsOf('/')]).toEqual([['/', 'page']])
})

describe('the header', () => {
  it('links to the same page in the other language and marks the current link', () => {
    document.body.innerHTML =
      '<header><a hreflang="ar" href="/ar"></a><a href="/blog" aria-current="page"></a><a href="/faq"></a></header>' +
      '<main id="page"><a hreflang="ar" href="/ar/kept"></a></main>'
    updateHeaderLinks(faq(), shell.locales)
    const links = [...document.querySelectorAll('a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/ar/faq', '/blog', '/faq', '/ar/kept'])
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, 'page', null])
  })

  it('marks the current link in a language with a prefix, and home only on the home page', () => {
    document.body.innerHTML = '<header><a href="/ar"></a><a href="/ar/faq"></a><a hreflang="en" href="/"></a></header>'
    const currents = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('aria-current'))
    updateHeaderLinks(faq({ locale: 'ar', path: '/faq/visas' }), shell.locales)
    expect(currents()).toEqual([null, 'true', null])
    updateHeaderLinks(faq({ locale: 'ar', path: '/' }), shell.locales)
    expect(currents()).toEqual(['page', null, null])
  })
})

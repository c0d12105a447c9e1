import { beforeEach, describe, expect, it } from 'vitest'
import en from '../locales/en.json'
import { arabicShell, setArabicSite, setEnglishSite, shell } from './shell.fixture'
import { setSite, site } from './site'

describe('site', () => {
  beforeEach(setEnglishSite)

  it('puts no prefix before paths of the default language', () => {
    expect([site().href('/'), site().href('/blog')]).toEqual(['/', '/blog'])
  })

  it('puts /ar before Arabic paths, and home is /ar without a slash', () => {
    setArabicSite()
    expect([site().href('/'), site().href('/blog')]).toEqual(['/ar', '/ar/blog'])
  })

  it('has the paths of products under their city on a marketplace', () => {
    expect(site().productHref({ slug: 'dunes', city: { id: 'dubai', name: 'Dubai' } })).toBe(
      '/things-to-do-in-dubai/dunes',
    )
    expect(site().listingPath).toBe('/things-to-do')
  })

  it('has the paths of products under /experiences for a supplier', () => {
    setSite({ ...arabicShell, supplier: true }, en)
    expect(site().productHref({ slug: 'dunes', address: 'x', city: { id: 'dubai', name: 'Dubai' } })).toBe(
      '/ar/experiences/x',
    )
    expect(site().listingPath).toBe('/experiences')
  })

  it('is the same object for the same shell and messages', () => {
    const first = site()
    setArabicSite()
    setEnglishSite()
    expect(site()).toBe(first)
  })

  it('throws if the language of a shell is not among its locales', () => {
    expect(() => setSite({ ...shell, locale: 'fr' }, en)).toThrow('no locale "fr"')
  })
})

import { describe, expect, it } from 'vitest'
import { PageNotFound, parameterOf, payloadPath, searchSegment } from './routes'

describe('payloadPath', () => {
  it('is the path itself for most pages', () => {
    expect(payloadPath('/blog/first-light')).toBe('/blog/first-light')
    expect(payloadPath('/search')).toBe('/search')
  })

  it('is the same for every search, and for every invoice', () => {
    expect(payloadPath('/search/camel%20ride')).toBe('/search')
    expect(payloadPath('/invoices/INV-2026-7')).toBe('/invoices')
  })

  it('limits a search to 200 characters, and counts an emoji as one', () => {
    expect(payloadPath(`/search/${encodeURIComponent('🐫'.repeat(150))}`)).toBe('/search')
    expect(() => payloadPath(`/search/${'x'.repeat(201)}`)).toThrow(PageNotFound)
  })

  it.each(['/search/%20', '/invoices/a%2Fb', '/search/%E0%A4%A'])(
    'rejects %s as not found, with the path in the message',
    (path) => {
      expect(() => payloadPath(path)).toThrow(new PageNotFound(path))
      expect(() => payloadPath(path)).toThrow(`Page Not Found: ${path}`)
      expect(new PageNotFound(path).status).toBe(404)
    },
  )
})

describe('searchSegment', () => {
  it.each(['.', '..', 'a/b', '...', 'camel ride'])(
    'makes a path below /search of %j, whose text can be read back',
    (text) => {
      const { pathname } = new URL(`/search/${searchSegment(text)}`, 'http://wayfare.localhost')
      expect(parameterOf('/search', pathname)?.trim()).toBe(text)
    },
  )
})

describe('parameterOf', () => {
  it('returns the decoded text after the path of the page, or null if there is none', () => {
    expect(parameterOf('/invoices', '/invoices/o1')).toBe('o1')
    expect(parameterOf('/search', '/search/a%20b')).toBe('a b')
    expect(parameterOf('/invoices', '/invoices')).toBeNull()
    expect(parameterOf('/invoices', '/search/o1')).toBeNull()
  })
})

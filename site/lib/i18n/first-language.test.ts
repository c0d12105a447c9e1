import { describe, expect, it } from 'vitest'
import { firstVisitTarget, localeCookieText, localeOf, type Visit } from './first-language'
import { shell } from '../shell.fixture'

const chrome = 'Mozilla/5.0 (Linux) Chrome/130'
const visit = (changes: Partial<Visit>): Visit => ({
  path: '/',
  cookies: '',
  languages: ['ar-EG', 'en'],
  userAgent: chrome,
  locales: shell.locales,
  ...changes,
})

describe('the language of a visit', () => {
  const code = (changes: Partial<Visit>) => localeOf(visit(changes))?.code

  it("is the path's before all else", () => {
    expect(code({ path: '/ar/blog', cookies: 'locale=en', languages: ['en'] })).toBe('ar')
    expect(code({ path: '/blog', cookies: 'locale=ar' })).toBe('en')
  })

  it("is the cookie's before the browser's", () => {
    expect(code({ cookies: 'a=b; locale=en' })).toBe('en')
  })

  it("is the browser's best that is configured", () => {
    expect(code({ languages: ['fr-FR', 'ar-MA', 'en'] })).toBe('ar')
  })

  it('is the default if the browser speaks none', () => {
    expect(code({ languages: ['fr'] })).toBe('en')
    expect(code({ cookies: 'locale=xx', languages: [] })).toBe('en')
  })

  it('takes a prefix for a whole segment', () => {
    expect(code({ path: '/arts' })).toBe('en')
  })
})

describe('a first visit', () => {
  it("of '/' is sent to the browser's language", () => {
    expect(firstVisitTarget(visit({}))).toBe('/ar')
  })

  it('stays where it is once there is a cookie, so that it is never sent twice', () => {
    expect(firstVisitTarget(visit({ cookies: 'locale=ar' }))).toBeNull()
    expect(firstVisitTarget(visit({ cookies: 'locale=en' }))).toBeNull()
  })

  it('of any other page stays', () => {
    expect(firstVisitTarget(visit({ path: '/blog' }))).toBeNull()
    expect(firstVisitTarget(visit({ path: '/ar' }))).toBeNull()
  })

  it('in the default language stays', () => {
    expect(firstVisitTarget(visit({ languages: ['en-GB', 'ar'] }))).toBeNull()
  })

  it('of a bot stays', () => {
    expect(firstVisitTarget(visit({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }))).toBeNull()
  })
})

it('the cookie lasts 365 days', () => {
  expect(localeCookieText('ar')).toBe('locale=ar; Max-Age=31536000; Path=/; SameSite=Lax')
})

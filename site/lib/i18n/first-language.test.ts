import { describe, expect, it, vi } from 'vitest'
import { firstVisitLocale, rememberLocale, type Visit } from './first-language'
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

describe('the language of a first visit', () => {
  const code = (changes: Partial<Visit>) => firstVisitLocale(visit(changes))?.code

  it('is the first language of the browser that the deployment has', () => {
    expect(code({})).toBe('ar')
    expect(code({ languages: ['fr-FR', 'ar-MA', 'en'] })).toBe('ar')
  })

  it("is the default if the deployment has none of the browser's languages", () => {
    expect(code({ languages: ['fr'] })).toBeUndefined()
    expect(code({ languages: [] })).toBeUndefined()
  })
})

describe('a visitor', () => {
  it('stays on the page if there is a language cookie', () => {
    for (const cookies of ['locale=ar', 'locale=en', 'a=b; locale=en', 'locale=xx']) {
      expect(firstVisitLocale(visit({ cookies }))).toBeUndefined()
    }
  })

  it('stays on any page other than the default home page', () => {
    for (const path of ['/blog', '/ar', '/ar/blog']) expect(firstVisitLocale(visit({ path }))).toBeUndefined()
  })

  it('stays on the page if the browser prefers the default language', () => {
    expect(firstVisitLocale(visit({ languages: ['en-GB', 'ar'] }))).toBeUndefined()
  })

  it('stays on the page if it is a bot', () => {
    expect(firstVisitLocale(visit({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }))).toBeUndefined()
  })
})

it('the language cookie lasts 365 days', () => {
  const document = { cookie: '' }
  vi.stubGlobal('document', document)
  rememberLocale('ar')
  expect(document.cookie).toBe('locale=ar; Max-Age=31536000; Path=/; SameSite=Lax')
  vi.unstubAllGlobals()
})

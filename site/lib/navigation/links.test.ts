// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { routableUrl } from './links'
import { shell } from '../shell.fixture'

const here = new URL('https://www.wayfare.example/blog?page=2') as unknown as Location
const [english, arabic] = shell.locales as [(typeof shell.locales)[0], (typeof shell.locales)[0]]

function follows(attributes: string, locale = english): boolean {
  document.body.innerHTML = `<a ${attributes}>x</a>`
  const link = document.querySelector('a') as HTMLAnchorElement
  return routableUrl(link, here, locale, shell.locales) !== null
}

describe('the router follows', () => {
  it.each([
    'href="https://www.wayfare.example/faq"',
    'href="https://www.wayfare.example/faq#pay"',
    'href="https://www.wayfare.example/" target="_self"',
  ])('%s', (attributes) => expect(follows(attributes)).toBe(true))

  it('links of its own language only', () => {
    expect(follows('href="https://www.wayfare.example/ar/faq"')).toBe(false)
    expect(follows('href="https://www.wayfare.example/ar/faq"', arabic)).toBe(true)
    expect(follows('href="https://www.wayfare.example/faq"', arabic)).toBe(false)
  })
})

describe('the browser keeps', () => {
  it.each([
    ['other sites', 'href="https://elsewhere.example/faq"'],
    ['other schemes', 'href="mailto:a@b.example"'],
    ['other windows', 'href="https://www.wayfare.example/faq" target="_blank"'],
    ['downloads', 'href="https://www.wayfare.example/faq" download'],
    ['links marked external', 'href="https://www.wayfare.example/faq" rel="external"'],
    ['places on the same page', 'href="https://www.wayfare.example/blog?page=2#top"'],
    ['files', 'href="https://www.wayfare.example/media/map.pdf"'],
    ['the API', 'href="https://www.wayfare.example/api/v1/tickets/1"'],
  ])('%s', (_name, attributes) => expect(follows(attributes)).toBe(false))
})

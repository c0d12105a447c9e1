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

describe('the router', () => {
  it.each([
    'href="https://www.wayfare.example/faq"',
    'href="https://www.wayfare.example/faq#pay"',
    'href="https://www.wayfare.example/" target="_self"',
  ])('follows a link with %s', (attributes) => expect(follows(attributes)).toBe(true))

  it('follows only links of its own language', () => {
    expect(follows('href="https://www.wayfare.example/ar/faq"')).toBe(false)
    expect(follows('href="https://www.wayfare.example/ar/faq"', arabic)).toBe(true)
    expect(follows('href="https://www.wayfare.example/faq"', arabic)).toBe(false)
  })

  it.each([
    ['links to other sites', 'href="https://elsewhere.example/faq"'],
    ['links with other schemes', 'href="mailto:a@b.example"'],
    ['links that open another window', 'href="https://www.wayfare.example/faq" target="_blank"'],
    ['downloads', 'href="https://www.wayfare.example/faq" download'],
    ['links marked external', 'href="https://www.wayfare.example/faq" rel="external"'],
    ['links within the same page', 'href="https://www.wayfare.example/blog?page=2#top"'],
    ['links to files', 'href="https://www.wayfare.example/media/map.pdf"'],
    ['links to the API', 'href="https://www.wayfare.example/api/v1/tickets/1"'],
  ])('leaves %s to the browser', (_name, attributes) => expect(follows(attributes)).toBe(false))
})

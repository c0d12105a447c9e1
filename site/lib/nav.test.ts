import { expect, it } from 'vitest'
import { currentIn, sectionsOf } from './nav'

it('a link is current on its page and on pages below it', () => {
  expect(currentIn('/blog', '/blog')).toBe('page')
  expect(currentIn('/blog', '/blog/first-light')).toBe('true')
  expect(currentIn('/blog', '/blogs')).toBeUndefined()
})

it('home is current on itself alone', () => {
  expect(currentIn('/', '/')).toBe('page')
  expect(currentIn('/', '/blog')).toBeUndefined()
})

it('a page belongs to every section above it', () => {
  expect(sectionsOf('/blog/page/2')).toEqual(['/blog/page/2', '/blog/page', '/blog'])
  expect(sectionsOf('/')).toEqual(['/'])
})

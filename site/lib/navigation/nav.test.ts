import { expect, it } from 'vitest'
import { sectionsOf } from './nav'

it('a link is current on its page and on pages below it', () => {
  expect([...sectionsOf('/blog')]).toEqual([['/blog', 'page']])
  expect([...sectionsOf('/blog/page/2')]).toEqual([
    ['/blog/page/2', 'page'],
    ['/blog/page', 'true'],
    ['/blog', 'true'],
  ])
})

it('home is current on itself alone', () => {
  expect([...sectionsOf('/')]).toEqual([['/', 'page']])
})

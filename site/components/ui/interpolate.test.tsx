import { expect, it } from 'vitest'
import { renderHtml } from '../../render/html'
import { Interpolate } from './interpolate'

const html = (message: (placeholders: { terms: string; privacy: string }) => string) =>
  renderHtml(<Interpolate message={message} values={{ terms: <a href="/t">terms</a>, privacy: <b>privacy</b> }} />)

it('Interpolate inserts each value at its placeholder, in any order', () => {
  expect(html(({ terms, privacy }) => `Our ${terms} and ${privacy}.`)).toBe(
    'Our <a href="/t">terms</a> and <b>privacy</b>.',
  )
  expect(html(({ terms, privacy }) => `${privacy}, then ${terms}`)).toBe('<b>privacy</b>, then <a href="/t">terms</a>')
})

it('Interpolate shows a message without placeholders as escaped text', () => {
  expect(html(() => 'Agreed <3')).toBe('Agreed &lt;3')
})

import { expect, it } from 'vitest'
import { renderHtml } from '../../render/html'
import { Interpolate } from './interpolate'

const html = (message: (placeholders: { terms: string; privacy: string }) => string) =>
  renderHtml(<Interpolate message={message} values={{ terms: <a href="/t">terms</a>, privacy: <b>privacy</b> }} />)

it('puts each value where the language has it, in any order', () => {
  expect(html(({ terms, privacy }) => `Our ${terms} and ${privacy}.`)).toBe(
    'Our <a href="/t">terms</a> and <b>privacy</b>.',
  )
  expect(html(({ terms, privacy }) => `${privacy}, then ${terms}`)).toBe('<b>privacy</b>, then <a href="/t">terms</a>')
})

it('shows a message without its values as it is', () => {
  expect(html(() => 'Agreed <3')).toBe('Agreed &lt;3')
})

// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { focusFirst } from './focus-first'

test('a field that is folded away is unfolded to be focused', () => {
  document.body.innerHTML = '<details><details><input id="name"></details></details>'
  expect(focusFirst(['email', 'name'])).toBe(true)
  expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([true, true])
  expect(document.activeElement?.id).toBe('name')
})

// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { focusFirst } from './focus-first'

test('focusFirst opens the details around a field to focus it', () => {
  document.body.innerHTML = '<details><details><input id="name"></details></details>'
  expect(focusFirst(['email', 'name'])).toBe(true)
  expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([true, true])
  expect(document.activeElement?.id).toBe('name')
})

// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { installThemeToggle } from './theme-toggle'

const look = () => [
  document.documentElement.className,
  document.querySelector('meta[media="all"]')?.getAttribute('content'),
  localStorage.getItem('theme'),
]
const click = () => document.querySelector('span')?.click()

beforeAll(installThemeToggle)
beforeEach(() => {
  document.head.innerHTML =
    '<meta name="theme-color" content="#ffffff" media="all"><meta name="theme-color" content="#000000" media="not all">'
  document.body.innerHTML = '<button data-theme-toggle=""><span>Dark mode</span></button>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.documentElement.className = ''
})

it('the theme button turns page and browser colour dark and light again, and saves the choice', () => {
  click()
  expect(look()).toEqual(['dark', '#000000', 'dark'])
  click()
  expect(look()).toEqual(['', '#ffffff', 'light'])
})

it('the theme button works without saving the choice if storage is blocked', () => {
  const setItem = vi.fn(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  vi.stubGlobal('localStorage', { setItem, getItem: () => null })
  click()
  expect(look()).toEqual(['dark', '#000000', null])
  expect(setItem).toHaveBeenCalledOnce()
})

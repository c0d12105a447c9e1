// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mayReload } from './chunk-guard'

const blocked = () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
}

beforeEach(() => {
  vi.restoreAllMocks()
  window.sessionStorage.clear()
  window.name = ''
})

describe.each([
  ['with sessionStorage', () => {}],
  ['with sessionStorage blocked', blocked],
])('the reload guard %s', (_name, prepare) => {
  const may = (path: string, now: number) => mayReload(path, now)

  it('allows at most one reload of a path in ten seconds', () => {
    prepare()
    expect(may('/blog', 1000)).toBe(true)
    expect(may('/blog', 1001)).toBe(false)
    expect(may('/blog', 10_999)).toBe(false)
    expect(may('/blog', 11_000)).toBe(true)
  })

  it('counts each path separately', () => {
    prepare()
    expect(may('/blog', 1000)).toBe(true)
    expect(may('/faq', 1500)).toBe(true)
    expect(may('/blog', 2000)).toBe(false)
    expect(may('/faq', 2000)).toBe(false)
  })
})

it('the reload guard ignores values of other scripts in its storage and in window.name', () => {
  window.name = 'a window of theirs'
  window.sessionStorage.setItem('chunk-reloads', 'chunk-reloads{broken')
  expect(mayReload('/blog', 1)).toBe(true)
  expect(window.name).toBe('a window of theirs')
})

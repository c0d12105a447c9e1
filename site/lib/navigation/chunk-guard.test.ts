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

  it('reloads a path at most once in ten seconds', () => {
    prepare()
    expect(may('/blog', 1000)).toBe(true)
    expect(may('/blog', 1001)).toBe(false)
    expect(may('/blog', 10_999)).toBe(false)
    expect(may('/blog', 11_000)).toBe(true)
  })

  it('counts each path by itself', () => {
    prepare()
    expect(may('/blog', 1000)).toBe(true)
    expect(may('/faq', 1500)).toBe(true)
    expect(may('/blog', 2000)).toBe(false)
    expect(may('/faq', 2000)).toBe(false)
  })
})

it('survives what others keep in the same places', () => {
  window.name = 'a window of theirs'
  window.sessionStorage.setItem('chunk-reloads', 'chunk-reloads{broken')
  expect(mayReload('/blog', 1)).toBe(true)
  expect(window.name).toBe('a window of theirs')
})

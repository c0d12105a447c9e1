// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { getMeta } from './image-meta'

/** A picture that loads, or does not, as soon as it is requested. */
function stubImage(loads: boolean): void {
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 640
      naturalHeight = 427
      onload?: () => void
      onerror?: () => void
      set src(_: string) {
        queueMicrotask(() => (loads ? this.onload?.() : this.onerror?.()))
      }
    },
  )
}

afterEach(() => vi.unstubAllGlobals())

it('returns the size of a picture', async () => {
  stubImage(true)
  expect(await getMeta('/a.webp')).toEqual({ width: 640, height: 427 })
})

it('returns zeros for a picture that fails to load, and reports it', async () => {
  stubImage(false)
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await getMeta('/gone.webp')).toEqual({ width: 0, height: 0 })
  expect(log).toHaveBeenCalledWith('Failed to get image meta', '/gone.webp')
  log.mockRestore()
})

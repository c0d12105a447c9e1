import { vi } from 'vitest'

// A second, as these libraries have it, is little on a busy machine. What a test waits for comes, however late.
const patience = 20_000
const { waitFor } = vi
vi.waitFor = (callback, options = patience) => waitFor(callback, options)
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: patience })
}

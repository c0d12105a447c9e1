import { vi } from 'vitest'

// Files share a process, since a process for each takes half of the time of all tests. Each begins as in a new tab: with
// modules of its own, an empty document and no storage.
vi.resetModules()
if (typeof document !== 'undefined') {
  for (const element of [document.documentElement, document.head, document.body]) {
    element.replaceChildren(...(element === document.documentElement ? [document.head, document.body] : []))
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}

// A second, as these libraries have it, is little on a busy machine. What a test waits for comes, however late.
const patience = 20_000
const { waitFor } = vi
vi.waitFor = (callback, options = patience) => waitFor(callback, options)
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: patience })
}

import { windowPersistentEvents } from '@nanostores/persistent'
import { vi } from 'vitest'

// A store lets go of the window a second after its last listener has left. By then a test's window may be gone.
const letGo = windowPersistentEvents.removeEventListener
windowPersistentEvents.removeEventListener = (...listener) => {
  if (typeof window !== 'undefined') letGo(...listener)
}

// A second, as these libraries have it, is little on a busy machine. What a test waits for comes, however late.
const patience = 20_000
const { waitFor } = vi
vi.waitFor = (callback, options = patience) => waitFor(callback, options)
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: patience })
}

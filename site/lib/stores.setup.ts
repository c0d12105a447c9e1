import { vi } from 'vitest'

// The libraries' default of one second is too short on a busy machine.
const waitTimeout = 20_000
const { waitFor } = vi
vi.waitFor = (callback, options = waitTimeout) => waitFor(callback, options)
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: waitTimeout })
}

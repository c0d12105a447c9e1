import { vi } from 'vitest'

// Files that share a process: each has modules of its own.
vi.resetModules()

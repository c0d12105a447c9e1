import { defineConfig } from 'vitest/config'

/** What is tested here is the built thing: pages as the server sends them, in a real browser. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './global-setup.ts',
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    // Two files at a time, which share the one browser that the set-up starts.
    maxWorkers: 2,
    isolate: false,
  },
})

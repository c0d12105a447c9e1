import { defineConfig } from 'vitest/config'

/** What is tested here is the built thing: pages as the server sends them, in a real browser. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './global-setup.ts',
    // Ends what hangs; however slow a machine is, it must not decide.
    testTimeout: 300_000,
    // A machine that stalls may fail a test once. What the page showed then is printed (support/visit.ts).
    retry: 1,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    // Two files at a time, which share the one browser that the set-up starts.
    maxWorkers: 2,
    isolate: false,
  },
})

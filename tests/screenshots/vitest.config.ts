import { defineConfig } from 'vitest/config'

/** Takes pictures of the built pages: make screenshots. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['shots.ts'],
    globalSetup: '../global-setup.ts',
    testTimeout: 1_200_000,
    maxWorkers: 1,
  },
})

import { defineConfig } from 'vitest/config'

/** Takes pictures of the built pages: make screenshots, or with README=1 the two of the README. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: [`look-${process.env.LOOK}.ts`],
    globalSetup: '../global-setup.ts',
    testTimeout: 1_200_000,
    maxWorkers: 1,
  },
})

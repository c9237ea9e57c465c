import { defineConfig } from 'vitest/config'

/**
 * Only for `npm run mutants`, in a copy of the repository. Timeouts are short, because a broken element does not appear
 * later.
 */
export default defineConfig({
  test: {
    include: ['tools/mutants/walks.mutants.ts'],
    globalSetup: ['tests/kit/browser-setup.ts'],
    setupFiles: ['tests/kit/browser-hooks.ts'],
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 240_000,
    maxWorkers: 1,
    expect: { poll: { timeout: 8_000, interval: 25 } },
  },
})

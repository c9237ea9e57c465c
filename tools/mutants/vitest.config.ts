import { defineConfig } from 'vitest/config'

/** For `npm run mutants` alone, in a copy of the repository. What a mutant breaks does not come later: waits are short. */
export default defineConfig({
  test: {
    include: ['tools/mutants/pages.mutants.ts'],
    globalSetup: ['tests/kit/browser-setup.ts'],
    setupFiles: ['tests/kit/browser-hooks.ts'],
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 240_000,
    maxWorkers: 1,
    expect: { poll: { timeout: 8_000, interval: 25 } },
  },
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './tools/test-run/slow-first.ts'

/** Projects whose tests drive a browser on the built shop. */
const browserTests = {
  globalSetup: ['tests/kit/browser-setup.ts'],
  // files share the browser and the modules of their worker
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 240_000,
  // Each worker has a browser and a shop of its own, which keep a core busy: a third one makes every test slower, not the run faster.
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  expect: { poll: { timeout: 30_000, interval: 25 } },
}

export default defineConfig({
  plugins: [react()],
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'tests/{unit,contract,model}/**/*.test.{ts,tsx}',
            'tests/reports/{shop,gateway}/**/*.test.{ts,tsx}',
          ],
          // React looks for the counter when React DOM is imported, which files of a worker share.
          setupFiles: ['tests/kit/render-counter.ts'],
          // A thread starts faster than a process. It isolates its file, unless the run passes `--no-isolate`.
          pool: 'threads',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts', 'tests/reports/browser/**/*.test.ts'],
          exclude: ['tests/browser/engines/**/*.test.ts'],
          setupFiles: ['tests/kit/browser-hooks.ts'],
          ...browserTests,
        },
      },
      {
        extends: true,
        // `npm run test:browsers`
        test: { name: 'engines', include: ['tests/browser/engines/**/*.test.ts'], ...browserTests },
      },
    ],
  },
})

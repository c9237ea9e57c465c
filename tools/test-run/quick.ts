import { spawnSync } from 'node:child_process'
import { lint, types } from './tools.ts'

/** `npm run test:quick`: types, lint, and the node tests that import a changed file. For use before each commit. */

const run = (command: string, options: readonly string[]): boolean =>
  spawnSync('npx', ['--no-install', command, ...options], { stdio: 'inherit' }).status === 0

const isClean = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout.trim() === ''
// In a clean tree the last commit is what has changed.
const changed = isClean ? '--changed=HEAD~1' : '--changed'
const related = ['run', '--project=node', '--no-isolate', '--reporter=dot', '--passWithNoTests', changed]

const results = [
  ...[types, lint].map(({ command, options }) => run(command, options)),
  run('vitest', [...related, 'tests/unit/', 'tests/model/', 'tests/reports/shop/']),
  run('vitest', [...related, 'tests/contract/', 'tests/reports/gateway/']),
]
process.exitCode = results.every(Boolean) ? 0 : 1

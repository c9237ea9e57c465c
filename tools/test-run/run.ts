import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath } from '../../tests/kit/chromium.ts'
import { findPostgres, isPostgresRequired } from '../../tests/kit/postgres.ts'
import { tools, type Tool } from './tools.ts'

/** Everything that `npm test` checks. A failed check does not stop the ones after it; the last line is the total. */

interface Count {
  passed: number
  failed: number
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const scratch = mkdtempSync(join(tmpdir(), 'test-run-'))

interface Ended {
  hasPassed: boolean
  output: string
}

/** Runs a program of node_modules. Its output is shown immediately, or returned. */
function run(
  command: string,
  options: readonly string[],
  output: 'shown' | 'returned',
  environment: Record<string, string> = {},
): Promise<Ended> {
  const stdio = output === 'shown' ? 'inherit' : 'pipe'
  const child = spawn('npx', ['--no-install', command, ...options], {
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...environment },
  })
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => parts.push(part))
  return new Promise(resolve => {
    const end = (hasPassed: boolean) => resolve({ hasPassed, output: Buffer.concat(parts).toString() })
    child.on('error', () => end(false))
    child.on('close', code => end(code === 0))
  })
}

/** Tools run in parallel with each other and with tests, so their output is shown only when all have ended. */
async function checks(all: readonly Tool[]): Promise<() => Count> {
  const ended = await Promise.all(
    all.map(async ({ name, command, options }) => ({ name, ...(await run(command, options, 'returned')) })),
  )
  return () => {
    for (const { name, output, hasPassed } of ended) say(`\n— ${name}\n${output}${hasPassed ? '✓' : '✗'} ${name}`)
    const passed = ended.filter(({ hasPassed }) => hasPassed).length
    return { passed, failed: ended.length - passed }
  }
}

let runs = 0
/**
 * Runs Vitest. Counts tests; an aborted run counts as at least one failure.
 *
 * @param output - 'returned' for a run in parallel with another one: it is shown when the run has ended
 */
async function tests(
  name: string,
  output: 'shown' | 'returned',
  options: readonly string[],
  environment: Record<string, string> = {},
): Promise<Count> {
  if (output === 'shown') say(`\n— tests: ${name}`)
  const report = join(scratch, `${(runs += 1)}.json`)
  const { hasPassed, output: text } = await run(
    'vitest',
    ['run', ...options, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    output,
    environment,
  )
  if (output === 'returned') say(`\n— tests: ${name}\n${text}`)
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numFailedTestSuites: number
    }
    const failed = numFailedTests || (hasPassed ? 0 : Math.max(numFailedTestSuites, 1))
    return { passed: numPassedTests, failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function browserTests(): Promise<Count> | Count {
  try {
    process.env.CHROMIUM_PATH = chromiumPath(say)
  } catch (error) {
    say((error as Error).message)
    return { passed: 0, failed: 1 }
  }
  return tests('browser', 'shown', ['--project=browser'])
}

// Files share a worker's modules: loading them for each file takes a fifth of the contract tests' time and a half of the others'.
// No test leaves global state behind.
const shared = ['--project=node', '--no-isolate']
// Contract tests wait for locks, child processes and disk a third of the time: the other tests use the processor meanwhile. One worker
// for each kind: two of them load the same modules twice, which is a quarter of the time of the unit and model tests. Browsers wait
// as well, but tests that run beside them take as much longer as they would alone.
const oneWorker = { VITEST_MAX_WORKERS: '1' }
const contractTests = tests('contract', 'returned', [...shared, 'tests/contract/', 'tests/reports/gateway/'], oneWorker)
const [reportChecks, unitAndModel] = await Promise.all([
  checks(tools),
  tests('unit and model', 'shown', [...shared, 'tests/unit/', 'tests/model/', 'tests/reports/shop/'], oneWorker),
])
const [contract, browser] = await Promise.all([contractTests, browserTests()])
const counts = [reportChecks(), unitAndModel, contract, browser]
rmSync(scratch, { recursive: true, force: true })
if (findPostgres() === null && !isPostgresRequired())
  say(
    '\nLeft out: the contract tests on PostgreSQL. Install PostgreSQL (initdb) to run them; REQUIRE_POSTGRES=1 requires it.',
  )
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

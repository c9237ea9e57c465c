import { chromiumPath } from '../../tests/kit/chromium.ts'
import { findPostgres, isPostgresRequired } from '../../tests/kit/postgres.ts'
import { run, say, sayTotal, tests, type Count } from './run-tests.ts'
import { tools, type Tool } from './tools.ts'

/** Everything that `npm test` checks. A failed check does not stop the ones after it; the last line is the total. */

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
if (findPostgres() === null && !isPostgresRequired())
  say(
    '\nLeft out: the contract tests on PostgreSQL. Install PostgreSQL (initdb) to run them; REQUIRE_POSTGRES=1 requires it.',
  )
sayTotal(counts)

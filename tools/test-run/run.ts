import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath } from '../../tests/kit/chromium.ts'

/** Everything that `npm test` checks; a check that fails does not stop those after it. */

interface Count {
  passed: number
  failed: number
}

const say = (words: string) => process.stdout.write(`${words}\n`)
const scratch = mkdtempSync(join(tmpdir(), 'test-run-'))

const run = (command: string, parts: string[]): boolean =>
  spawnSync('npx', ['--no-install', command, ...parts], { stdio: 'inherit', env: process.env }).status === 0

/** A tool that says yes or no counts as one. What it says is shown when it has come to its end: several run at once. */
async function check(name: string, command: string, ...parts: string[]): Promise<Count> {
  const tool = spawn('npx', ['--no-install', command, ...parts], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [tool.stdout, tool.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const isRight = await new Promise<boolean>(resolve => {
    tool.on('error', () => resolve(false))
    tool.on('close', code => resolve(code === 0))
  })
  say(`\n— ${name}\n${Buffer.concat(said).toString()}${isRight ? '✓' : '✗'} ${name}`)
  return { passed: isRight ? 1 : 0, failed: isRight ? 0 : 1 }
}

/** A run of Vitest counts by its tests; one that breaks off counts as a failure. */
function tests(project: string): Count {
  say(`\n— tests: ${project}`)
  const report = join(scratch, `${project}.json`)
  const isRight = run('vitest', [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numFailedTestSuites: number
    }
    const failed = numFailedTests || (isRight ? 0 : Math.max(numFailedTestSuites, 1))
    return { passed: numPassedTests, failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function browser(): Count {
  try {
    process.env.CHROMIUM_PATH = chromiumPath(say)
  } catch (error) {
    say((error as Error).message)
    return { passed: 0, failed: 1 }
  }
  return tests('browser')
}

const counts = [
  ...(await Promise.all([
    check('types', 'tsc', '--noEmit'),
    check('lint, import directions, purity', 'oxlint', '--deny-warnings'),
    check('format', 'prettier', '--check', '--log-level', 'warn', '.'),
    check('unused files, exports and dependencies', 'knip'),
  ])),
  tests('node'),
  browser(),
]
rmSync(scratch, { recursive: true, force: true })
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

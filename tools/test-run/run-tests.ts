import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs the programs of node_modules that check and test, and counts what passed. */

export interface Count {
  passed: number
  failed: number
}

export const say = (text: string) => process.stdout.write(`${text}\n`)

interface Ended {
  hasPassed: boolean
  output: string
}

/** Runs a program of node_modules. Its output is shown immediately, or returned. */
export function run(
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

/**
 * Runs Vitest. Counts tests; an aborted run counts as at least one failure.
 *
 * @param output - 'returned' for a run in parallel with another one: it is shown when the run has ended
 */
export async function tests(
  name: string,
  output: 'shown' | 'returned',
  options: readonly string[],
  environment: Record<string, string> = {},
): Promise<Count> {
  if (output === 'shown') say(`\n— tests: ${name}`)
  const scratch = mkdtempSync(join(tmpdir(), 'test-run-'))
  const report = join(scratch, 'report.json')
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
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Prints the total as the last line, and sets the exit code. */
export function sayTotal(counts: readonly Count[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  say(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chartMutants } from './charts.ts'
import type { ChartMutant, Mutant, PageMutant } from './mutant.ts'
import { pageMutants } from './pages.ts'

/**
 * Breaks the shop in many ways, one at a time in a copy of the repository, and says how many its tests notice:
 * `npm run mutants`, or with `-- --only charts` or `-- --only pages` one kind. What was found is written to docs/mutants.json. A mutant
 * that nothing notices asks for a stronger model.
 */

/** What became of a mutant: who noticed it, or what was found on the page. */
interface Outcome extends Pick<Mutant, 'file' | 'breaks'> {
  chart: string
  caught: boolean
  by: string[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const only = process.argv.includes('--only') ? process.argv.at(-1) : undefined
const scratch = mkdtempSync(join(tmpdir(), 'mutants-'))
const say = (words: string) => process.stdout.write(`${words}\n`)

const left = new Set(['node_modules', '.git', '.data'])
cpSync(root, scratch, {
  recursive: true,
  preserveTimestamps: true, // what is built stays newer than what it was built from
  filter: path => !left.has(relative(root, path)),
})
symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))

/** A chart that goes round in circles is noticed, too. */
const patience = 300_000

function oraclesFor(chart: string): string[] {
  const { status, stdout } = spawnSync('npx', ['--no-install', 'tsx', 'tools/mutants/oracles.ts', chart], {
    cwd: scratch,
    timeout: patience,
    encoding: 'utf8',
  })
  return status === 0 ? (JSON.parse(stdout) as string[]) : ['broken off']
}

/** The tests that were written by hand over a chart. */
function promisesOf(chart: string): string[] {
  const files = ['model', 'unit'].map(folder => `tests/${folder}/${chart}.test.ts`)
  const there = files.filter(file => existsSync(join(scratch, file)))
  if (there.length === 0) return []
  const parts = ['--no-install', 'vitest', 'run', '--project', 'node', ...there]
  return spawnSync('npx', parts, { cwd: scratch, timeout: patience, stdio: 'ignore' }).status === 0 ? [] : ['promises']
}

function breaksChart({ file, text, instead, breaks, chart }: ChartMutant): Outcome {
  const path = join(scratch, file)
  const whole = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    whole.replace(text, () => instead),
  )
  const by = [...oraclesFor(chart), ...promisesOf(chart)]
  writeFileSync(path, whole)
  say(`${by.length > 0 ? '✓' : '✗'} ${chart}: ${breaks} — ${by.join(', ') || 'nobody noticed'}`)
  return { chart, file, breaks, caught: by.length > 0, by }
}

/** Files keep their names from build to build: a server that is running knows them by these. */
function keepFileNames() {
  const path = join(scratch, 'vite.config.ts')
  const whole = readFileSync(path, 'utf8')
  if (!whole.includes('[hash:6]')) throw new Error('vite.config.ts names its files in another way')
  writeFileSync(path, whole.replace('[hash:6]', 'built'))
}

function breaksPages(mutants: readonly PageMutant[]): Outcome[] {
  keepFileNames()
  const report = join(scratch, 'pages.jsonl')
  writeFileSync(report, '')
  spawnSync('npx', ['--no-install', 'vitest', 'run', '--config', 'tools/mutants/vitest.config.ts'], {
    cwd: scratch,
    stdio: 'inherit',
    env: { ...process.env, MUTANTS_REPORT: report },
  })
  const lines = readFileSync(report, 'utf8').trim().split('\n').filter(Boolean)
  const found = new Map(
    lines.map(line => {
      const one = JSON.parse(line) as { breaks: string; found: string | null }
      return [one.breaks, one.found]
    }),
  )
  const missing = mutants.filter(({ breaks }) => !found.has(breaks))
  if (missing.length > 0) throw new Error(`${missing.length} of the pages' mutants were not tried`)
  return mutants.map(({ chart, walk, file, breaks }) => {
    const seen = found.get(breaks) ?? null
    return { chart, file, breaks, caught: seen !== null, by: seen === null ? [] : [`${walk}: ${seen}`] }
  })
}

/** Whether the oracles are content with the charts as they are: else they would notice every mutant. */
const charts = [...new Set(chartMutants.map(({ chart }) => chart))]
const wrong = only === 'pages' ? [] : charts.filter(chart => [...oraclesFor(chart), ...promisesOf(chart)].length > 0)
if (wrong.length > 0) throw new Error(`The tests of ${wrong.join(', ')} fail before anything is broken`)

const outcomes: Partial<Record<'charts' | 'pages', Outcome[]>> = {
  ...(only !== 'pages' && { charts: chartMutants.map(breaksChart) }),
  ...(only !== 'charts' && { pages: breaksPages(pageMutants) }),
}
rmSync(scratch, { recursive: true, force: true })

const all = Object.values(outcomes).flat()
const missed = all.filter(one => !one.caught)
for (const { chart, breaks } of missed) say(`✗ nobody noticed in ${chart}: ${breaks}`)
say(`\n${all.length - missed.length} of ${all.length} mutants were caught`)

// what was not run this time stays as it was found last
const target = join(root, 'docs/mutants.json')
const before = existsSync(target) ? (JSON.parse(readFileSync(target, 'utf8')) as typeof outcomes) : {}
writeFileSync(target, JSON.stringify({ ...before, ...outcomes }))
execFileSync('npx', ['--no-install', 'prettier', '--write', target], { stdio: 'ignore' })
process.exitCode = missed.length === 0 ? 0 : 1

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { FuzzMutant, ModelMutant, Mutant, WalkMutant } from './mutant.ts'
import { mutants } from './mutants.ts'

/*
 * `npm run mutants` puts one fault after another into a copy of the repository and reports which ones the tests detect.
 * `-- --only model`, `walk` or `fuzz` runs one kind, `-- --name 'a key'` the faults whose description contains the
 * text. The results replace those of the same faults in docs/mutants.json, so that a long run can be made in parts. Add a
 * test for a mutant that nothing detects.
 */

/** The result for a mutant: the failed checks, or their messages. */
interface Outcome extends Pick<Mutant, 'file' | 'breaks'> {
  machine: string | null
  caught: boolean
  by: string[]
}

const { values } = parseArgs({ options: { only: { type: 'string' }, name: { type: 'string', default: '' } } })
const { only, name } = values
const chosen = mutants.filter(({ by, breaks }) => (only ?? by) === by && breaks.includes(name))
const of = <Kind extends Mutant['by']>(kind: Kind) =>
  chosen.filter((one): one is Extract<(typeof mutants)[number], { by: Kind }> => one.by === kind)

const root = fileURLToPath(new URL('../..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Milliseconds. A mutant that times out, such as an endless loop, counts as detected. The fuzzer takes minutes also without one. */
const timeouts = { tests: 300_000, fuzzer: 1_800_000 }
const npxWithin = (timeout: number, ...parts: string[]) =>
  spawnSync('npx', ['--no-install', ...parts], { cwd: copy, timeout, encoding: 'utf8' })
const npx = (...parts: string[]) => npxWithin(timeouts.tests, ...parts)
/** Whether tests of the node project fail. They have the whole time, since a busy machine is no finding. */
const fails = (...files: readonly string[]) =>
  npx('vitest', 'run', '--project', 'node', '--testTimeout', String(timeouts.tests), ...files).status !== 0

function copyRepository(): void {
  const left = new Set(['node_modules', '.git', '.data'])
  cpSync(root, copy, {
    recursive: true,
    preserveTimestamps: true, // build output stays newer than its sources
    filter: path => !left.has(relative(root, path)),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** Runs a function while the copy contains a mutant. */
function withFault<T>({ file, text, instead, breaks }: Mutant, act: () => T): T {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(text).length !== 2) throw new Error(`${breaks}: its text does not occur once in ${file}`)
  writeFileSync(
    path,
    source.replace(text, () => instead),
  )
  try {
    return act()
  } finally {
    writeFileSync(path, source)
  }
}

/** The failed model checks of a machine. */
function failingModels(machine: string): string[] {
  const { status, stdout } = npx('tsx', 'tools/mutants/oracles.ts', machine)
  return status === 0 ? (JSON.parse(stdout) as string[]) : ['broken off']
}

/** The hand-written tests of a machine: of its subject, which is the folder of its file, and those that have its name. */
function testsOf(machine: string): string[] {
  const name = machine.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  const subjects = readdirSync(join(copy, 'machines')).filter(one =>
    existsSync(join(copy, 'machines', one, `${name}.ts`)),
  )
  const files = [`tests/model/${name}.test.ts`, `tests/unit/machines/${name}.test.ts`]
  return [...files, ...subjects.map(subject => `tests/unit/${subject}`)].filter(path => existsSync(join(copy, path)))
}

/** `['tests']` if hand-written tests of the machine fail. */
function failingTests(machine: string): string[] {
  const existing = [...testsOf(machine), ...(machine === 'orderAttempt' ? testsOf('payment') : [])]
  if (existing.length === 0) return []
  return fails(...existing) ? ['tests'] : []
}

/** An outline changes with every change of a machine, so it is not sufficient on its own. */
const isCaught = (by: string[]) => by.some(one => one !== 'outline')

function report(outcome: Outcome): Outcome {
  say(`${outcome.caught ? '✓' : '✗'} ${outcome.breaks}: ${outcome.by.join(', ') || 'not detected'}`)
  return outcome
}

function runModels(some: readonly ModelMutant[]): Outcome[] {
  // checks that already fail without a fault would detect every mutant
  const machines = [...new Set(some.map(({ machine }) => machine))]
  const wrong = machines.filter(machine => [...failingModels(machine), ...failingTests(machine)].length > 0)
  if (wrong.length > 0) throw new Error(`The tests of ${wrong.join(', ')} fail without a mutant`)
  return some.map(mutant => {
    const { machine, file, breaks } = mutant
    const by = withFault(mutant, () => [...failingModels(machine), ...failingTests(machine)])
    return report({ machine, file, breaks, caught: isCaught(by), by })
  })
}

/** What the fuzzer finds: its first violation; `broken off` if it does not end by itself; null if it finds nothing. */
function findingOfFuzzer(): string | null {
  const options = ['--events', '200000', '--first', '--brief']
  const { stdout, status } = npxWithin(timeouts.fuzzer, 'tsx', 'tools/fuzz/main.ts', ...options)
  const violation = /✗ (.*)/.exec(stdout)?.[1]?.slice(0, 160)
  return violation ?? (status === 0 ? null : 'broken off')
}

/** Runs the tests that a mutant names. If it names none, the fuzzer until its first violation, and then its regression seeds. */
function runFuzzer(some: readonly FuzzMutant[]): Outcome[] {
  return some.map(mutant => {
    const { file, breaks, tests = [] } = mutant
    const by = withFault(mutant, () => {
      if (tests.length > 0) return tests.filter(test => fails(test))
      const finding = findingOfFuzzer()
      if (finding !== null) return [finding]
      return fails('tests/model/fuzz.test.ts') ? ['a regression seed'] : []
    })
    return report({ machine: null, file, breaks, caught: by.length > 0, by })
  })
}

/**
 * Builds files without hashes in their names: the running server keeps the names of the first build. The end of a name, such as '-effects', is
 * no hash to it either, so that the browser asks for each file again.
 */
function keepFileNames(): void {
  const path = join(copy, 'vite.config.ts')
  const source = readFileSync(path, 'utf8')
  const output = 'output: { codeSplitting }'
  if (!source.includes(output)) throw new Error('vite.config.ts names its files in another way')
  const names = {
    entryFileNames: '[name].plain.js',
    chunkFileNames: '[name].plain.js',
    assetFileNames: '[name].plain[extname]',
  }
  const fixed = Object.entries(names).map(([option, name]) => `${option}: 'assets/${name}'`)
  writeFileSync(path, source.replace(output, `output: { codeSplitting, ${fixed.join(', ')} }`))
}

function runWalks(some: readonly WalkMutant[]): Outcome[] {
  keepFileNames()
  const lines = join(copy, 'walks.jsonl')
  writeFileSync(lines, '')
  spawnSync('npx', ['--no-install', 'vitest', 'run', '--config', 'tools/mutants/vitest.config.ts'], {
    cwd: copy,
    stdio: 'inherit',
    env: { ...process.env, MUTANTS_REPORT: lines, MUTANTS_NAME: name },
  })
  const found = new Map(
    readFileSync(lines, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map(line => {
        const one = JSON.parse(line) as { breaks: string; found: string | null }
        return [one.breaks, one.found]
      }),
  )
  const missing = some.filter(({ breaks }) => !found.has(breaks))
  if (missing.length > 0) throw new Error(`${missing.length} mutants of pages were not tried`)
  return some.map(({ machine, walk, file, breaks }) => {
    const seen = found.get(breaks) ?? null
    return report({ machine, file, breaks, caught: seen !== null, by: seen === null ? [] : [`${walk}: ${seen}`] })
  })
}

copyRepository()
const outcomes: Partial<Record<Mutant['by'], Outcome[]>> = {}
try {
  if (of('model').length > 0) outcomes.model = runModels(of('model'))
  if (of('fuzz').length > 0) outcomes.fuzz = runFuzzer(of('fuzz'))
  if (of('walk').length > 0) outcomes.walk = runWalks(of('walk'))
} finally {
  rmSync(copy, { recursive: true, force: true })
}

const all = Object.values(outcomes).flat()
const missed = all.filter(one => !one.caught)
for (const { breaks } of missed) say(`✗ not detected: ${breaks}`)
say(`\n${all.length - missed.length} of ${all.length} mutants were caught`)

const target = join(root, 'docs/mutants.json')
const before = existsSync(target) ? (JSON.parse(readFileSync(target, 'utf8')) as typeof outcomes) : {}
/** The results of a kind in the order of the list of faults: the last result of each. */
const resultsOf = (kind: Mutant['by']): Outcome[] => {
  const known = [...(outcomes[kind] ?? []), ...(before[kind] ?? [])]
  const listed = mutants.filter(one => one.by === kind)
  return listed.flatMap(({ breaks }) => known.find(one => one.breaks === breaks) ?? [])
}
const results = Object.fromEntries((['model', 'walk', 'fuzz'] as const).map(kind => [kind, resultsOf(kind)]))
writeFileSync(target, JSON.stringify(results))
execFileSync('npx', ['--no-install', 'prettier', '--write', target], { stdio: 'ignore' })
process.exitCode = missed.length === 0 ? 0 : 1

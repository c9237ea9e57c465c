import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fuzzMutants, type FuzzMutant } from './mutant-list.ts'

/*
 * `npm run fuzz:mutants` breaks the shop in a copy, in one way after the other, and says which invariant the fuzzer has
 * found it by. What it does not find asks for another invariant.
 */

const say = (words: string) => process.stdout.write(`${words}\n`)
const root = new URL('../../', import.meta.url).pathname
const copy = mkdtempSync(join(tmpdir(), 'fuzz-mutants-'))
for (const part of ['contract', 'machines', 'src', 'tests', 'tools', 'package.json', 'tsconfig.json'])
  cpSync(join(root, part), join(copy, part), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

/** Breaks the copy, lets the fuzzer at it, and mends it again; gives what the fuzzer says of it first. */
function foundBy({ what, file, from, to }: FuzzMutant, events: string): string | null {
  const path = join(copy, file)
  const whole = readFileSync(path, 'utf8')
  if (!whole.includes(from)) throw new Error(`${what}: ${file} has no such place any more`)
  writeFileSync(
    path,
    whole.replace(from, () => to),
  )
  const parts = ['--no-install', 'tsx', 'tools/fuzz/main.ts', '--events', events, '--first']
  const { stdout } = spawnSync('npx', parts, { cwd: copy, encoding: 'utf8' })
  writeFileSync(path, whole)
  return /✗ [^]*?--steps '[^']*'/.exec(stdout)?.[0] ?? null
}

const wanted = process.argv[2] ?? ''
let found = 0
const tried = fuzzMutants.filter(({ what }) => what.includes(wanted))
for (const mutant of tried) {
  const by = foundBy(mutant, '40000')
  if (by !== null) found += 1
  say(`${by === null ? '✗ not found' : '✓'} ${mutant.what}\n  ${by ?? ''}`)
}
rmSync(copy, { recursive: true, force: true })
say(`${found} of ${tried.length} were found`)
process.exitCode = found === tried.length ? 0 : 1

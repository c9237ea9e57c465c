import { execFile } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { walksOf } from '../walks/page-walk.ts'
import type { WalkMutant } from './mutant.ts'
import { walkMutants } from './walk-mutants.ts'
import { walkedMachines } from './walked-machines.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The path of the results, set by `run.ts`, which runs this file in a copy of the repository. */
const report = process.env.MUTANTS_REPORT
if (!report) throw new Error('`npm run mutants` runs this: it writes into the sources beside it.')

/**
 * The first failure of a mutant's walk; null if the walk passes.
 *
 * @throws if the page does not load, which is not a result of the walk
 */
async function foundBy({ machine, walk }: Pick<WalkMutant, 'machine' | 'walk'>): Promise<string | null> {
  const [walked] = walksOf([walkedMachines[machine]!])
  for (const { title, take } of walked!.paths.filter(path => path.title.startsWith(`${walk}, path`))) {
    try {
      await take()
    } catch (error) {
      const [steps, ...words] = (error as Error).message.split('\n')
      if (!steps) throw error
      return `${title}, after ${steps.split(' → ').length} steps: ${words.find(line => line.trim()) ?? ''}`
    }
  }
  return null
}

/** Builds the client over the files that the running server serves. */
const build = async () => {
  await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      root,
      '--outDir',
      'dist',
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
}

/** The chosen mutants, by a text in their description. */
const chosen = walkMutants.filter(({ breaks }) => breaks.includes(process.env.MUTANTS_NAME ?? ''))
const nameOf = ({ machine, walk }: Pick<WalkMutant, 'machine' | 'walk'>) => `${machine}, ${walk}`
const used = [...new Map(chosen.map(one => [nameOf(one), one]))]
/** Walks that pass without a fault. Only these can detect a mutant. */
const sound = new Set<string>()

describe('the shop as it is, built again', () => {
  beforeAll(build)

  test.each(used)('passes the walk of %s', async (_name, one) => {
    expect(await foundBy(one)).toBeNull()
    sound.add(nameOf(one))
  })
})

describe('a walk on the page', () => {
  test.each(chosen)('notices: $breaks', async mutant => {
    expect(sound).toContain(nameOf(mutant))
    const path = join(root, mutant.file)
    const whole = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      whole.replace(mutant.text, () => mutant.instead),
    )
    try {
      await build()
      const found = await foundBy(mutant)
      appendFileSync(report, `${JSON.stringify({ breaks: mutant.breaks, found })}\n`)
      expect(found).not.toBeNull()
    } finally {
      writeFileSync(path, whole)
    }
  })
})

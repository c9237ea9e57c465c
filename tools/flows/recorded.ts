import { existsSync, readFileSync } from 'node:fs'

/** What longer runs have left in docs. */

/** What walks took of a machine on the page: `docs/coverage.json` has one for each machine, under its id. */
export interface PageCoverage {
  /** How often each transition was taken, by name. */
  transitions: Record<string, number>
  paths: number
  steps: number
  /** Transitions that no walk takes on the page, with the reason. */
  untaken: Record<string, string>
}

/** What `npm run mutants` leaves in `docs/mutants.json`, as far as it is needed here. */
type Mutants = Partial<Record<'model' | 'walk', { machine: string; caught: boolean }[]>>

function known<Kind>(name: string): Kind | null {
  const file = new URL(`../../docs/${name}`, import.meta.url)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kind) : null
}

/** What the last recorded run took on the page, by machine; null where there was none. */
export const pageCoverage = () => known<Record<string, PageCoverage>>('coverage.json')

/** Every mutant of a machine in the last run; empty before the first run. */
export function mutantsTried() {
  const { model = [], walk = [] } = known<Mutants>('mutants.json') ?? {}
  return [...model, ...walk]
}

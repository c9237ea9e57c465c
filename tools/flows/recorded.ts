import { existsSync, readFileSync } from 'node:fs'

/** The entry of a machine in `tools/flows/page-coverage.json`: the transitions that walks took on the page. */
export interface PageCoverage {
  /** How often each transition was taken, by id. */
  transitions: Record<string, number>
  paths: number
  steps: number
  /** Transitions that no walk takes on the page, with the reason. */
  untaken: Record<string, string>
}

/** The fields of `docs/mutants.json` that are used here. */
type Mutants = Partial<Record<'model' | 'walk', { machine: string; caught: boolean }[]>>

/** @param path - from this file */
function known<Kind>(path: string): Kind | null {
  const file = new URL(path, import.meta.url)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kind) : null
}

/** The coverage of the last recorded run, by machine; null without a run. */
export const pageCoverage = () => known<Record<string, PageCoverage>>('page-coverage.json')

/** The mutants of each machine in the last run; empty before the first run. */
export function mutantsTried() {
  const { model = [], walk = [] } = known<Mutants>('../../docs/mutants.json') ?? {}
  return [...model, ...walk]
}

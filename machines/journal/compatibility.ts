import type { Journal } from './entry.ts'
import { fingerprints } from './fingerprints.ts'

/** The ids of this build's machines that have another shape than when the journal was written, or did not exist. */
export const changedIn = (journal: Journal): string[] =>
  Object.entries(fingerprints).flatMap(([machine, print]) => (journal.fingerprints[machine] === print ? [] : machine))

/**
 * Whether this build can replay a journal: every machine that the journal uses has the shape it was written with.
 *
 * @param uses - whether the journal holds a machine, by machine id
 */
export const isCompatible = (journal: Journal, uses: (machine: string) => boolean): boolean =>
  Object.entries(fingerprints).every(([machine, print]) => !uses(machine) || journal.fingerprints[machine] === print)

import type { Journal } from './entry.ts'
import { fingerprints } from './fingerprints.ts'

/**
 * Whether this build can replay a journal: every machine that the journal uses has the shape it was written with.
 *
 * @param uses - whether the journal holds a machine, by machine id
 */
export const isCompatible = (journal: Journal, uses: (machine: string) => boolean): boolean =>
  Object.entries(fingerprints).every(([machine, print]) => !uses(machine) || journal.fingerprints[machine] === print)

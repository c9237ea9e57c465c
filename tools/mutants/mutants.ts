import { fuzzMutants } from './fuzz-mutants.ts'
import { modelMutants } from './model-mutants.ts'
import { walkMutants } from './walk-mutants.ts'

/** Every fault that the tests must detect. */
export const mutants = [...modelMutants, ...walkMutants, ...fuzzMutants] as const

import fc from 'fast-check'
import { weights, type Step } from './actions.ts'
import { run } from './run.ts'

/** A random step. */
const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      arbitrary: fc.constant(kind as Step['kind']),
      weight: Math.round(weight * 10),
    })),
  ),
  seed: fc.noBias(fc.integer({ min: 0, max: 2 ** 32 - 1 })),
})

/** The steps of a seed. */
export const stepsOf = (seed: number, count: number): Step[] =>
  fc.sample(fc.array(anyStep, { minLength: count, maxLength: count, size: 'max' }), { seed, numRuns: 1 })[0]!

/** The name of the violated invariant: the same name counts as the same defect. */
const kindOf = (violation: string): string => violation.split(':', 1)[0]!

/**
 * Finds a shorter list of steps that violates the same invariant.
 *
 * @param most - the maximum number of runs
 */
export async function shrink(seed: number, steps: readonly Step[], violation: string, most = 400): Promise<Step[]> {
  const state = { runs: 0 }
  const breaksNothing = async (some: Step[]) => {
    state.runs += 1
    if (state.runs > most) return true
    const { broken } = await run(seed, some)
    return broken === null || kindOf(broken.violation) !== kindOf(violation)
  }
  const subset = fc.array(fc.noShrink(fc.constantFrom(...steps)), { maxLength: steps.length, size: 'max' })
  const { counterexample } = await fc.check(fc.asyncProperty(subset, breaksNothing), {
    examples: [[[...steps]]],
    numRuns: 1,
  })
  return counterexample?.[0] ?? [...steps]
}

/** Formats steps for the option `--steps`. */
export const asText = (steps: readonly Step[]): string => steps.map(({ kind, seed }) => `${kind}:${seed}`).join(' ')

/** Parses the output of `asText`. */
export const stepsIn = (text: string): Step[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map(one => {
      const [kind, seed] = one.split(':')
      return { kind: kind as Step['kind'], seed: Number(seed) }
    })

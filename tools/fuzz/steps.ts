import fc from 'fast-check'
import { weights, type Step } from './actions.ts'
import { run } from './run.ts'

/** One step: what happens, and the number that its decisions are drawn from. */
const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      arbitrary: fc.constant(kind as Step['kind']),
      weight: Math.round(weight * 10),
    })),
  ),
  dice: fc.noBias(fc.integer({ min: 0, max: 2 ** 32 - 1 })),
})

/** The steps of a seed. */
export const stepsOf = (seed: number, count: number): Step[] =>
  fc.sample(fc.array(anyStep, { minLength: count, maxLength: count, size: 'max' }), { seed, numRuns: 1 })[0]!

/** The name of what is broken: two runs that break the same have found the same. */
const kindOf = (what: string): string => what.split(':', 1)[0]!

/**
 * Finds fewer steps that break the same.
 *
 * @param most - how many runs that may take
 */
export async function shrink(seed: number, steps: readonly Step[], what: string, most = 400): Promise<Step[]> {
  const state = { runs: 0 }
  const breaksNothing = async (some: Step[]) => {
    state.runs += 1
    if (state.runs > most) return true
    const { broken } = await run(seed, some)
    return broken === null || kindOf(broken.what) !== kindOf(what)
  }
  const subset = fc.array(fc.noShrink(fc.constantFrom(...steps)), { maxLength: steps.length, size: 'max' })
  const { counterexample } = await fc.check(fc.asyncProperty(subset, breaksNothing), {
    examples: [[[...steps]]],
    numRuns: 1,
  })
  return counterexample?.[0] ?? [...steps]
}

/** Steps as text that can be pasted. */
export const asText = (steps: readonly Step[]): string => steps.map(({ kind, dice }) => `${kind}:${dice}`).join(' ')

/** Reads what `asText` has written. */
export const stepsIn = (text: string): Step[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map(one => {
      const [kind, dice] = one.split(':')
      return { kind: kind as Step['kind'], dice: Number(dice) }
    })

import type { Step } from './happenings.ts'
import { run } from './run.ts'

/** The name of what is broken: two runs that break the same have found the same. */
export const kindOf = (what: string): string => what.split(':', 1)[0]!

/**
 * Fewer steps that break the same: chunks are left out, from halves down to single steps, for as long as it still breaks.
 *
 * @param most - how many runs that may take
 */
export async function shrink(seed: number, steps: readonly Step[], what: string, most = 400): Promise<Step[]> {
  const state = { left: [...steps], runs: 0 }
  const isBrokenBy = async (some: Step[]) => {
    state.runs += 1
    const { broken } = await run(seed, some)
    return broken !== null && kindOf(broken.what) === kindOf(what)
  }
  const leavesOut = async (size: number) => {
    for (let at = 0; at < state.left.length;) {
      const without = state.left.toSpliced(at, size)
      if (state.runs < most && (await isBrokenBy(without))) state.left = without
      else at += size
    }
  }
  for (let size = Math.ceil(steps.length / 2); size > 1; size = Math.ceil(size / 2)) await leavesOut(size)
  await leavesOut(1)
  return state.left
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

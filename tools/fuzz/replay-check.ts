import { createReplayer } from '#machines/journal/replay'
import { canonical } from '../../tests/kit/system.ts'
import type { AnyStateMachine } from 'xstate'
import type { Page, World } from './world.ts'

/** Tokens and passwords of a run: no machine, journal or log may contain them. */
export const secrets = /eyJ0b2tlbg|s3cr3t-|reset-good/

/** Matches the guest data that the fuzzer types. */
export const guestData = /ann@example\.com|88 Lantern Lane/

/** The state of all machines of a page, as canonical JSON. */
export const stateText = ({ root }: Page): string =>
  canonical(JSON.parse(JSON.stringify(root.getPersistedSnapshot())) as unknown)

/** An excerpt of both texts around their first difference. */
function excerpts(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return `${around(one)} ≠ ${around(other)}`
}

/**
 * Replays a page's journal and compares the state at each recorded moment and at the end.
 *
 * @returns the first difference; null if there is none
 */
export function replayDifference(world: World, machine: AnyStateMachine, page: Page): string | null {
  const { effects, figures } = world
  figures.replays += 1
  const replayer = createReplayer(machine, page.checkpoint)
  const moments = [...page.moments, { seq: page.seq(), state: stateText(page) }]
  let next = 0
  try {
    for (const { seq, state } of moments) {
      for (; next < page.entries.length && page.entries[next]!.seq <= seq; next += 1)
        replayer.apply(page.entries[next]!)
      figures.compared += 1
      const replayed = canonical(replayer.snapshot())
      if (replayed !== state) throw new Error(`after entry ${seq}: ${excerpts(replayed, state)}`)
    }
    return world.effects === effects ? null : 'J2: a replay has started an effect'
  } catch (error) {
    figures.divergences += 1
    return `J1: ${(error as Error).message}`
  } finally {
    replayer.root.stop()
  }
}

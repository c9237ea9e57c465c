import type { AnyStateMachine } from 'xstate'
import { actorAt, type Checkpoint, type Entry, type Journal, type Timer } from './entry.ts'
import { createReplayer, inFlight, type InFlight } from './replay.ts'

/** The error of an effect that a reload interrupted and that must not be started again. */
export const interruption = {
  code: 'interrupted',
  message: 'The page was reloaded before an answer came.',
  status: 0,
} as const

/** The state to resume from. `seq` is that of the last entry, counting the interruptions. */
interface Resumed {
  snapshot: unknown
  timers: Timer[]
  seq: number
}

/**
 * The state after a journal's entries, in which interrupted effects have failed with `interruption`.
 *
 * @param isInterrupted - whether an effect in flight fails instead of being started again
 * @param at - milliseconds since the epoch
 * @throws ReplayDivergence if the journal does not fit the machines
 */
export function resumeJournal(
  machine: AnyStateMachine,
  journal: Pick<Journal, 'checkpoint' | 'entries'>,
  isInterrupted: (effect: InFlight) => boolean,
  at: number,
): Resumed {
  const replayer = createReplayer(machine, journal.checkpoint)
  for (const entry of journal.entries) replayer.apply(entry)
  let seq = journal.entries.at(-1)?.seq ?? journal.checkpoint?.seq ?? 0
  for (const effect of inFlight(replayer.root)) {
    const { to } = effect
    // an interruption handled before may have stopped this one
    if (!isInterrupted(effect) || !actorAt(replayer.root, to)) continue
    seq += 1
    const event = { type: 'xstate.promise.reject', data: interruption }
    replayer.apply({ seq, at, to, kind: 'effect', event } satisfies Entry)
  }
  return { snapshot: replayer.snapshot(), timers: replayer.timers(), seq }
}

/** The initial state of a machine as a checkpoint. @param at - milliseconds since the epoch */
export function initialCheckpoint(machine: AnyStateMachine, at: number): Checkpoint {
  const replayer = createReplayer(machine, null)
  const timers = replayer.timers().map((timer): Timer => ({ ...timer, dueAt: at + timer.delay }))
  return { seq: 0, at, snapshot: replayer.snapshot(), timers }
}

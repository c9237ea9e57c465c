import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { type ActorPath, type Checkpoint, type Entry, type Journal, type Timer } from './entry.ts'
import { actorAt } from './actor-at.ts'
import { createReplayer, type InFlight, type Replayer } from './replay.ts'

/** The error of an effect that a reload interrupted and that must not be started again. */
export const interruption = {
  code: 'interrupted',
  message: 'The page was reloaded before an answer came.',
  status: 0,
} as const

/**
 * What happens to an effect in flight when its journal is resumed.
 *
 * - `restart`: it is started again: a read, or a write that is safe to repeat.
 * - `interrupt`: it fails with `interruption`.
 * - `ask`: its machine leaves the state on its own `resumed` event, and asks the gateway or the shopper.
 * - `restartFor`: it is started again if it was first started less than this many milliseconds ago. `afterwards`: an older one fails, or
 *   (`ask`) its machine has left the state on its own `resumed` event, so that the shopper decides.
 */
export type ResumeRule =
  'restart' | 'interrupt' | 'ask' | { readonly restartFor: number; readonly afterwards: 'interrupt' | 'ask' }

/** Whether an effect is started again. @param age - milliseconds since it was first started */
export const isRestarted = (rule: ResumeRule, age: number): boolean =>
  typeof rule === 'string' ? rule === 'restart' : age < rule.restartFor

/** The first entry after a resume: marks the entries after it as caused by the resume. */
export interface ResumedEvent {
  type: 'visit.resumed'
  /** Milliseconds since the entry before. */
  age: number
  /** Whether the journal is that of another tab, which was closed. */
  adopted: boolean
}

/** The time of a journal's last entry, or of its checkpoint: milliseconds since the epoch; 0 if it has neither. */
export const lastTimeOf = ({ checkpoint, entries }: Pick<Journal, 'checkpoint' | 'entries'>): number =>
  entries.at(-1)?.at ?? checkpoint?.at ?? 0

/** The number of a journal's last entry. */
export const lastSeqOf = ({ checkpoint, entries }: Pick<Journal, 'checkpoint' | 'entries'>): number =>
  entries.at(-1)?.seq ?? checkpoint?.seq ?? 0

/** The state of a replayer, as a checkpoint. */
export function checkpointIn(replayer: Replayer, seq: number, at: number): Checkpoint {
  const started = Object.fromEntries(replayer.inFlight().map(({ to, startedAt }) => [to, startedAt]))
  return { seq, at, snapshot: replayer.snapshot(), timers: replayer.timers(), started }
}

interface InterruptOptions {
  /** The time of the resume: milliseconds since the epoch. */
  at: number
  /** The time of the last entry before: milliseconds since the epoch. */
  lastAt: number
  /** Number of the last entry. */
  seq: number
  ruleOf(effect: InFlight): ResumeRule
  marker: ResumedEvent
  /** Events that are sent to machines, by path; those without an actor are left out. */
  events: readonly (readonly [ActorPath, AnyEventObject])[]
  /** Timers that fire first, by path and type of event, if they are scheduled: the effects that they start are interrupted by their rule. */
  endedTimers: readonly (readonly [ActorPath, string])[]
}

/** An interruption may start the next effect; limits the rounds for a machine that always starts another one. */
const mostInterruptions = 200

/**
 * Lets every effect that is not started again fail, and sends machines their `resumed` events.
 *
 * @returns the entries that do the same on replay
 */
export function interruptEffects(replayer: Replayer, options: InterruptOptions): Entry[] {
  const { at, lastAt, ruleOf } = options
  const entries: Entry[] = []
  const apply = (to: ActorPath, kind: Entry['kind'], event: AnyEventObject) => {
    const entry: Entry = { seq: options.seq + entries.length + 1, at, to, kind, event }
    entries.push(entry)
    replayer.apply(entry)
  }
  // an effect that an interruption starts is as old as the last entry: the shopper did not request it now
  // and if the clock was set back, the difference counts as the age
  const ageOf = ({ startedAt }: InFlight) => Math.max(Math.abs(at - startedAt), Math.abs(at - lastAt))
  const isEnded = (one: InFlight) => !isRestarted(ruleOf(one), ageOf(one))
  const isAsked = (one: InFlight) => {
    const rule = ruleOf(one)
    return rule === 'ask' || (typeof rule === 'object' && rule.afterwards === 'ask')
  }
  const interruptAll = (isWanted: (one: InFlight) => boolean) => {
    for (let count = 0; count < mostInterruptions; count += 1) {
      const ended = replayer.inFlight().find(one => isEnded(one) && isWanted(one))
      if (!ended) return
      apply(ended.to, 'effect', { type: 'xstate.promise.reject', data: interruption })
    }
  }
  apply(replayer.root.id, 'send', options.marker)
  for (const [path, type] of options.endedTimers) {
    const timer = replayer.timers().find(({ to, event }) => to === path && event.type === type)
    if (timer) apply(path, 'timer', timer.event)
  }
  // an interruption may start an effect for which the shopper has to be asked
  interruptAll(one => !isAsked(one))
  for (const [to, event] of options.events) if (actorAt(replayer.root, to)) apply(to, 'send', event)
  interruptAll(() => true)
  return entries
}

/** The initial state of a machine as a checkpoint. @param at - milliseconds since the epoch */
export function initialCheckpoint(machine: AnyStateMachine, at: number): Checkpoint {
  const replayer = createReplayer(machine, null)
  const timers = replayer.timers().map((timer): Timer => ({ ...timer, dueAt: at + timer.delay }))
  return { seq: 0, at, snapshot: replayer.snapshot(), timers }
}

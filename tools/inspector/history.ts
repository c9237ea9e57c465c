import { createActor, type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate'
import { type ActorPath, type Checkpoint, type Entry } from '#machines/journal/entry'
import { actorAt } from '#machines/journal/actor-at'
import { withInertEffects } from '#machines/journal/inert-effects'
import { isMachine } from '#machines/journal/registry'
import { createReplayer, type Replayer } from '#machines/journal/replay'
import { namesOf, traceOf, type Trace } from './traces.ts'
import { viewsOf, type ActorView } from './views.ts'

/** The lifetime of an actor: from after entry `from` (0: the start) to entry `to`; null while it is running. */
export interface Lifetime {
  path: ActorPath
  machine: string | null
  from: number
  to: number | null
}

/** The state after a number of entries. */
export interface Moment {
  /** The number of applied entries. */
  at: number
  actors: Map<ActorPath, ActorView>
  /** The same, one entry earlier; equal to `actors` at the start. */
  before: Map<ActorPath, ActorView>
}

/** An entry that does not fit the machines of this build, with its position. */
export interface Misfit {
  at: number
  why: string
}

/** A journal that is replayed up to any entry. Places count entries: 0 is before the first. */
export interface History {
  entries: readonly Entry[]
  /** The effects of each entry. */
  traces: readonly Trace[]
  lifetimes: readonly Lifetime[]
  misfits: readonly Misfit[]
  from: Checkpoint | null
  append(entry: Entry): void
  /** The state at a position; replays at most `pace` entries. */
  momentAt(at: number): Moment
  /** The entries up to a position, from the last checkpoint before it. */
  sliceTo(at: number): { from: Checkpoint | null; entries: readonly Entry[] }
  /** How often each transition was taken, by machine and id. */
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** The ids of the transitions that an actor would take for an event at the end of the journal. */
  wouldTake(to: ActorPath, event: AnyEventObject): string[]
}

/** Entries between two checkpoints; a seek replays half as many on average. */
const pace = 200

interface Cursor {
  replayer: Replayer
  at: number
}

const whyOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Applies an entry. @returns the error if the entry does not fit; it is skipped */
function applied(replayer: Replayer, entry: Entry): string | null {
  try {
    replayer.apply(entry)
    return null
  } catch (error) {
    return whyOf(error)
  }
}

/**
 * Checks the state that a journal begins with before it is replayed: if it were started, XState would also report its own
 * error to the page.
 *
 * @throws if the state does not fit these machines
 */
function beginsIn(machine: AnyStateMachine, { snapshot }: Checkpoint) {
  const root = createActor(withInertEffects(machine), { id: machine.id, snapshot: structuredClone(snapshot) as never })
  const { status, error } = root.getSnapshot() as { status: string; error?: unknown }
  if (status === 'error') throw new Error(`Its first state does not fit these machines: ${String(error)}`)
}

/**
 * The history of a journal: replayed once, as it grows, with a checkpoint every `pace` entries.
 *
 * @param from - where the journal begins
 * @throws the machines' error if the state it begins with does not fit them
 */
export function createHistory(machine: AnyStateMachine, from: Checkpoint | null): History {
  const entries: Entry[] = []
  const traces: Trace[] = []
  const misfits: Misfit[] = []
  const lifetimes: Lifetime[] = []
  const counts = new Map<string, Map<string, number>>()
  const running = new Map<ActorPath, Lifetime>()
  if (from) beginsIn(machine, from)
  const head = createReplayer(machine, from)
  const listening = traceOf(head.root)
  const saved: (Checkpoint | null)[] = [from]
  let cursor: Cursor | null = null
  let latest: Moment = { at: 0, actors: viewsOf(head.root), before: viewsOf(head.root) }

  /** Records started and stopped actors. */
  const recordLifetimes = ({ at, actors }: Moment) => {
    for (const [path, lifetime] of running) {
      if (actors.has(path)) continue
      lifetime.to = at
      running.delete(path)
    }
    for (const { path, machine } of actors.values()) {
      if (running.has(path)) continue
      const lifetime: Lifetime = { path, machine, from: at, to: null }
      running.set(path, lifetime)
      lifetimes.push(lifetime)
    }
  }
  recordLifetimes(latest)

  const count = ({ took }: Trace) => {
    for (const { machine, id } of took) {
      const ofMachine = counts.get(machine) ?? new Map<string, number>()
      counts.set(machine, ofMachine.set(id, (ofMachine.get(id) ?? 0) + 1))
    }
  }
  count(listening.taken())

  const save = () => {
    const { seq, at } = entries.at(-1)!
    saved.push({ seq, at, snapshot: head.snapshot(), timers: head.timers() })
  }

  /** A replayed system at an entry: continues the last one if it is close, otherwise starts from a checkpoint. */
  const cursorAt = (at: number): Replayer => {
    const near = Math.min(Math.floor(at / pace), saved.length - 1)
    if (cursor === null || cursor.at > at || cursor.at < near * pace) {
      cursor = { replayer: createReplayer(machine, saved[near]!), at: near * pace }
    }
    for (; cursor.at < at; cursor.at += 1) applied(cursor.replayer, entries[cursor.at]!)
    return cursor.replayer
  }

  return {
    entries,
    traces,
    lifetimes,
    misfits,
    counts,
    from,
    append(entry) {
      const why = applied(head, entry)
      entries.push(entry)
      const trace = listening.taken()
      traces.push(trace)
      count(trace)
      if (why !== null) misfits.push({ at: entries.length, why })
      latest = { at: entries.length, actors: viewsOf(head.root), before: latest.actors }
      recordLifetimes(latest)
      if (entries.length % pace === 0) save()
    },
    momentAt(at) {
      if (at === latest.at) return latest
      const before = viewsOf(cursorAt(Math.max(0, at - 1)).root)
      return { at, before, actors: viewsOf(cursorAt(at).root) }
    },
    sliceTo(at) {
      // a checkpoint right before the position would leave nothing to replay
      const near = Math.max(0, Math.min(Math.ceil(at / pace) - 1, saved.length - 1))
      return { from: saved[near]!, entries: entries.slice(near * pace, at) }
    },
    wouldTake(to, event) {
      const actor = actorAt(head.root, to)
      const { logic } = (actor ?? {}) as { logic?: unknown }
      if (!actor || !isMachine(logic)) return []
      const taken = logic.getTransitionData(actor.getSnapshot() as AnyMachineSnapshot, event)
      return taken.flatMap(one => namesOf(logic).get(one) ?? [])
    },
  }
}

/** The history of a whole journal. */
export function historyOf(machine: AnyStateMachine, from: Checkpoint | null, entries: readonly Entry[]): History {
  const history = createHistory(machine, from)
  for (const entry of entries) history.append(entry)
  return history
}

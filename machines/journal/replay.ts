import { createActor, type Actor, type AnyActorRef, type AnyStateMachine, type InspectionEvent } from 'xstate'
import { actorAt, type Checkpoint, type Entry, type Journal, type Timer } from './entry.ts'
import { inert } from './inert.ts'
import { isMachine } from './registry.ts'
import { rearm, scheduledIn, timersIn } from './timers.ts'

/** A journal that does not fit the charts. */
export class ReplayDivergence extends Error {}

/** Timers that never fire by themselves: a journal's entry fires them. */
function createReplayClock(keys: () => string[]) {
  interface Armed {
    fire: () => void
    key: string
    at: number
  }
  const armed = new Map<number, Armed>()
  let count = 0
  return {
    now: 0,
    setTimeout(fire: () => void) {
      count += 1
      // XState writes its own key down just before it asks for the timer
      armed.set(count, { fire, key: keys().at(-1) ?? '', at: this.now })
      return count
    },
    clearTimeout(id: number) {
      armed.delete(id)
    },
    fire(key: string) {
      for (const [id, timer] of armed) {
        if (timer.key !== key) continue
        armed.delete(id)
        timer.fire()
        return true
      }
      return false
    },
    armedAt: (key: string) => [...armed.values()].find(timer => timer.key === key)?.at,
  }
}

/** An effect that was under way when a journal ended. */
export interface InFlight {
  to: string
  src: string
}

const childrenOf = (root: AnyActorRef): AnyActorRef[] =>
  Object.values((root.getSnapshot().children ?? {}) as Record<string, AnyActorRef | undefined>).filter(
    child => child !== undefined,
  )

/** The effects that are under way in a system. */
export function inFlight(root: AnyActorRef, path: string = root.id): InFlight[] {
  return childrenOf(root).flatMap(child => {
    const to = `${path}/${child.id}`
    const { logic, src } = child as unknown as { logic: unknown; src: unknown }
    if (isMachine(logic)) return inFlight(child, to)
    return child.getSnapshot().status === 'active' && typeof src === 'string' ? [{ to, src }] : []
  })
}

/** A system that is moved by a journal's entries alone. */
export interface Replayer {
  root: Actor<AnyStateMachine>
  /** @throws ReplayDivergence when the entry has no actor or no timer to go to */
  apply(entry: Entry): void
  /** The persisted snapshot, as JSON would keep it. */
  snapshot(): unknown
  timers(): Timer[]
}

/** Who watches a replay: XState's own inspection, of the inert twin. */
type Watch = (inspection: InspectionEvent) => void

/** Starts a system with effects that never run, where a checkpoint left it, or at the beginning. */
export function createReplayer(machine: AnyStateMachine, checkpoint: Checkpoint | null, watch?: Watch): Replayer {
  const clock = createReplayClock(() => Object.keys(scheduledIn(root)))
  const root = createActor(inert(machine), {
    id: machine.id,
    clock: clock as never,
    ...(watch && { inspect: watch }),
    ...(checkpoint ? { snapshot: structuredClone(checkpoint.snapshot) as never } : {}),
  })
  clock.now = checkpoint?.at ?? 0
  root.start()
  for (const timer of checkpoint?.timers ?? []) {
    clock.now = timer.dueAt - timer.delay
    rearm(root, [timer], ({ delay }) => delay)
  }
  const fire = (entry: Entry, actor: AnyActorRef) => {
    const scheduled = scheduledIn(root)
    const key = Object.keys(scheduled).find(
      one => scheduled[one]!.target === actor && scheduled[one]!.event.type === entry.event.type,
    )
    if (key === undefined || !clock.fire(key)) {
      throw new ReplayDivergence(`#${entry.seq}: timer ${entry.event.type} is not armed at ${entry.to}`)
    }
  }
  return {
    root,
    apply(entry) {
      clock.now = entry.at
      const actor = actorAt(root, entry.to)
      if (!actor) throw new ReplayDivergence(`#${entry.seq} ${entry.event.type}: no actor at ${entry.to}`)
      if (entry.kind === 'timer') fire(entry, actor)
      else actor.send(entry.event)
    },
    snapshot: () => JSON.parse(JSON.stringify(root.getPersistedSnapshot())) as unknown,
    timers: () => timersIn(root, (key, { delay }) => (clock.armedAt(key) ?? clock.now) + delay),
  }
}

/**
 * Runs a journal again, without effects.
 *
 * @param upTo - the number of the last entry to apply
 */
export function replay(machine: AnyStateMachine, journal: Pick<Journal, 'checkpoint' | 'entries'>, upTo = Infinity) {
  const replayer = createReplayer(machine, journal.checkpoint)
  for (const entry of journal.entries) if (entry.seq <= upTo) replayer.apply(entry)
  return replayer
}

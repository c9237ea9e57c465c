import { createActor, type Actor, type AnyActorRef, type AnyStateMachine, type InspectionEvent } from 'xstate'
import { type ActorPath, type Checkpoint, type Entry, type Journal, type Timer } from './entry.ts'
import { actorAt } from './actor-at.ts'
import { withInertEffects } from './inert-effects.ts'
import { isMachine } from './registry.ts'
import { restoreTimers, scheduledIn, timersIn } from './timers.ts'

/** An entry can't be applied: the journal is of another build, or damaged. */
export class ReplayDivergence extends Error {}

/** A clock whose timers fire only when a journal entry says so. */
function createReplayClock(keys: () => string[]) {
  interface Scheduled {
    fire: () => void
    key: string
    at: number
  }
  const scheduled = new Map<number, Scheduled>()
  let count = 0
  return {
    now: 0,
    setTimeout(fire: () => void) {
      count += 1
      // XState adds its key just before it calls setTimeout
      scheduled.set(count, { fire, key: keys().at(-1) ?? '', at: this.now })
      return count
    },
    clearTimeout(id: number) {
      scheduled.delete(id)
    },
    fire(key: string) {
      for (const [id, timer] of scheduled) {
        if (timer.key !== key) continue
        scheduled.delete(id)
        timer.fire()
        return true
      }
      return false
    },
    scheduledAt: (key: string) => [...scheduled.values()].find(timer => timer.key === key)?.at,
  }
}

/** An effect in flight at the end of a journal. */
export interface InFlight {
  to: ActorPath
  src: string
  /** The id of the machine that started it. */
  machine: string
  /** Milliseconds since the epoch. */
  startedAt: number
}

const childrenOf = (root: AnyActorRef): AnyActorRef[] =>
  Object.values((root.getSnapshot().children ?? {}) as Record<string, AnyActorRef | undefined>).filter(
    child => child !== undefined,
  )

const logicOf = (actor: AnyActorRef): unknown => (actor as unknown as { logic: unknown }).logic

/** The effects in flight below an actor. @param startedAt - when an effect was started */
function inFlightBelow(
  root: AnyActorRef,
  path: ActorPath,
  startedAt: (effect: AnyActorRef, to: ActorPath) => number,
): InFlight[] {
  return childrenOf(root).flatMap(child => {
    const to = `${path}/${child.id}`
    if (isMachine(logicOf(child))) return inFlightBelow(child, to, startedAt)
    const { src } = child as unknown as { src: unknown }
    const machine = (logicOf(root) as AnyStateMachine).id
    return child.getSnapshot().status === 'active' && typeof src === 'string'
      ? [{ to, src, machine, startedAt: startedAt(child, to) }]
      : []
  })
}

/** An actor system that only a journal's entries move. */
export interface Replayer {
  root: Actor<AnyStateMachine>
  /** @throws ReplayDivergence if the entry's actor or timer does not exist */
  apply(entry: Entry): void
  /** The persisted snapshot, after a round trip through JSON. */
  snapshot(): unknown
  timers(): Timer[]
  inFlight(): InFlight[]
}

/** Receives XState's inspection events of a replay. */
type Watch = (inspection: InspectionEvent) => void

/** Starts a system with inert effects at a checkpoint, or in its initial state. */
export function createReplayer(machine: AnyStateMachine, checkpoint: Checkpoint | null, watch?: Watch): Replayer {
  const clock = createReplayClock(() => Object.keys(scheduledIn(root)))
  /** When actors were created since the checkpoint. */
  const createdAt = new WeakMap<AnyActorRef, number>()
  let isStarted = false
  clock.now = checkpoint?.at ?? 0
  const root = createActor(withInertEffects(machine), {
    id: machine.id,
    clock: clock as never,
    inspect(inspection) {
      if (isStarted && inspection.type === '@xstate.actor') createdAt.set(inspection.actorRef as AnyActorRef, clock.now)
      watch?.(inspection)
    },
    ...(checkpoint ? { snapshot: structuredClone(checkpoint.snapshot) as never } : {}),
  })
  root.start()
  isStarted = true
  for (const timer of checkpoint?.timers ?? []) {
    clock.now = timer.dueAt - timer.delay
    restoreTimers(root, [timer], ({ delay }) => delay)
  }
  const fire = (entry: Entry, actor: AnyActorRef) => {
    const scheduled = scheduledIn(root)
    const key = Object.keys(scheduled).find(
      one => scheduled[one]!.target === actor && scheduled[one]!.event.type === entry.event.type,
    )
    if (key === undefined || !clock.fire(key)) {
      throw new ReplayDivergence(`#${entry.seq}: timer ${entry.event.type} is not scheduled at ${entry.to}`)
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
    timers: () => timersIn(root, (key, { delay }) => (clock.scheduledAt(key) ?? clock.now) + delay),
    inFlight: () =>
      inFlightBelow(
        root,
        root.id,
        (effect, to) => createdAt.get(effect) ?? checkpoint?.started?.[to] ?? checkpoint?.at ?? 0,
      ),
  }
}

/**
 * Replays a journal without effects.
 *
 * @param upTo - the number of the last entry to apply
 */
export function replay(machine: AnyStateMachine, journal: Pick<Journal, 'checkpoint' | 'entries'>, upTo = Infinity) {
  const replayer = createReplayer(machine, journal.checkpoint)
  for (const entry of journal.entries) if (entry.seq <= upTo) replayer.apply(entry)
  return replayer
}

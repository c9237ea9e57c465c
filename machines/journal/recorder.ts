import type { AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate'
import type { Clock } from './clock.ts'
import { actorPathOf, type ActorPath, type Entry } from './entry.ts'
import { isEffect } from './registry.ts'

/** Records the causal events of an actor system. */
export interface Recorder {
  /** The `inspect` option of the root actor. */
  inspect(inspection: InspectionEvent): void
  /** The number of the last entry; 0 before the first. */
  seq(): number
}

type Relayed = InspectionEvent & { event: AnyEventObject; sourceRef?: AnyActorRef; actorRef: AnyActorRef }
const logicOf = (actor: AnyActorRef): unknown => (actor as unknown as { logic: unknown }).logic

/** The kind of cause an event is; null if it follows from another event. */
function causeOf({ event, sourceRef, actorRef }: Relayed, fired: boolean): Entry['kind'] | null {
  if (fired) return 'timer'
  if (sourceRef === undefined) return event.type === 'xstate.init' ? null : 'send'
  const isOutcome = sourceRef === actorRef && isEffect(logicOf(actorRef))
  const isReport = isEffect(logicOf(sourceRef)) && !event.type.startsWith('xstate.')
  return isOutcome || isReport ? 'effect' : null
}

/**
 * Creates a recorder. All other events follow from the recorded ones on replay.
 *
 * @param append - called with each entry, in order; the event is not copied
 * @param from - the number of the last entry already recorded
 */
export function createRecorder(clock: Clock, append: (entry: Entry) => void, from = 0): Recorder {
  let seq = from
  const paths = new WeakMap<AnyActorRef, ActorPath>()
  const pathOf = (actor: AnyActorRef) => {
    const path = paths.get(actor) ?? actorPathOf(actor)
    paths.set(actor, path)
    return path
  }
  return {
    inspect(inspection) {
      if (inspection.type !== '@xstate.event') return
      const relayed = inspection as unknown as Relayed
      const fired = clock.takeFiring()
      // a stopped actor ignores events, but XState still reports them
      if (relayed.actorRef.getSnapshot()?.status !== 'active') return
      const kind = causeOf(relayed, fired)
      if (kind === null) return
      seq += 1
      append({ seq, at: clock.now(), to: pathOf(relayed.actorRef), kind, event: relayed.event })
    },
    seq: () => seq,
  }
}

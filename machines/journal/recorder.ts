import type { AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate'
import type { Clock } from './clock.ts'
import { addressOf, type Address, type Entry } from './entry.ts'
import { isEffect } from './registry.ts'

/** Writes down what happens in an actor system. */
export interface Recorder {
  /** Goes into `createActor(…, { inspect })` of the root. */
  inspect(inspection: InspectionEvent): void
  /** The number of the last entry. */
  seq(): number
}

type Relayed = InspectionEvent & { event: AnyEventObject; sourceRef?: AnyActorRef; actorRef: AnyActorRef }
const logicOf = (actor: AnyActorRef): unknown => (actor as unknown as { logic: unknown }).logic

/** What kind of cause a relayed event is; null for what follows from other events. */
function causeOf({ event, sourceRef, actorRef }: Relayed, fired: boolean): Entry['kind'] | null {
  if (fired) return 'timer'
  if (sourceRef === undefined) return event.type === 'xstate.init' ? null : 'send'
  const isOutcome = sourceRef === actorRef && isEffect(logicOf(actorRef))
  const isReport = isEffect(logicOf(sourceRef)) && !event.type.startsWith('xstate.')
  return isOutcome || isReport ? 'effect' : null
}

/**
 * A recorder of causal events; everything else follows from them on replay.
 *
 * @param append - takes each entry as it happens, in order; the event in it is not copied
 * @param from - the number of the last entry that was already written
 */
export function createRecorder(clock: Clock, append: (entry: Entry) => void, from = 0): Recorder {
  let seq = from
  const addresses = new WeakMap<AnyActorRef, Address>()
  const addressFor = (actor: AnyActorRef) => {
    const known = addresses.get(actor) ?? addressOf(actor)
    addresses.set(actor, known)
    return known
  }
  return {
    inspect(inspection) {
      if (inspection.type !== '@xstate.event') return
      const relayed = inspection as unknown as Relayed
      const fired = clock.takeFiring()
      // an actor that has stopped ignores events, but they are still inspected
      if (relayed.actorRef.getSnapshot()?.status !== 'active') return
      const kind = causeOf(relayed, fired)
      if (kind === null) return
      seq += 1
      append({ seq, at: clock.now(), to: addressFor(relayed.actorRef), kind, event: relayed.event })
    },
    seq: () => seq,
  }
}
